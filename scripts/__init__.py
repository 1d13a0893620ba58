"""Programs for those who work on Hotdice: golden files, tables, pictures, measurements."""
