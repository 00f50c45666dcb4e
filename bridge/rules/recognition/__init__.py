"""From what the sensors show to the moves that were played: readings, evidence, settling, completion."""
