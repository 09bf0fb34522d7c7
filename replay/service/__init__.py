"""The service: one store, recorded by phones and followed from anywhere."""
