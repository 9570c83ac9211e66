"""What a person sees: the panel, its list of endpoints, its cards, and their static form."""
