"""Numbers with units and qualifiers; usable alone."""
