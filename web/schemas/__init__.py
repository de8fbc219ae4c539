"""What may come in, field by field, and what goes out."""
