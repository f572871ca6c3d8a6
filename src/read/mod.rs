//! What a record means, pure: commands, gates, outside actions, limits, claims, replay, ending, last good, products.
