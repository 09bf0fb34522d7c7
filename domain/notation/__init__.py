"""How matches are written: values, action lines and match files, both ways, driven by the fields of the Structs."""
