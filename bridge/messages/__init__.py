"""The wire contract: what leaves touchmove over MQTT, as pure functions from games and notices to messages."""
