"""What a card shows, without a front end: content, static form, differences, credentials."""
