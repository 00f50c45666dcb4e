"""The road to the broker: an embedded one for a hall or a demonstration, and the task that publishes to any."""
