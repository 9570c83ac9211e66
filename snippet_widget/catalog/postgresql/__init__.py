"""The catalog in a PostgreSQL database."""
