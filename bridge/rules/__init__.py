"""The pure core: what the sensors show, turned into what happened under the Laws. No I/O, no clock."""
