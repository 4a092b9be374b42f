"""What the columns of all databases share. The columns themselves are in `sqlalchemy` and `django`.

Imports `library`, `definition` and `machines`.
"""
