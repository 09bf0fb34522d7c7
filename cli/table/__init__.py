"""Recording live at a table: what is typed, asked, completed and told."""
