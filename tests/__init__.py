"""Tests; helper modules build their inputs."""
