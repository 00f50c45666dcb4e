"""The demonstration: virtual e-boards on which historic games are played by hand."""
