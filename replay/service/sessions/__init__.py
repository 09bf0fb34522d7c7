"""Who a request comes from: tokens and devices, how a browser gets in, and who may follow."""
