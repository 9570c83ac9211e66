"""The client of a service, ours or another one."""
