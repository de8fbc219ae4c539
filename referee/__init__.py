"""The rules of gin rummy, pure: no clock, chance, files, SQL or framework."""
