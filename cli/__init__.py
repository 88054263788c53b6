"""The composition root: the command line, the only place that sees both the ETL and the server."""
