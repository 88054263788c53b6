"""Searches everything under a folder for what must not be there any more: bytes of files, texts in databases."""

import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb


def remains(folder: Path, *words: str) -> list[str]:
    """Return where a word still is, in any case and normal form: files by name, texts of databases by column."""
    return sorted({where for where, found in _everything(folder) for word in words if _is_in(word, found)})


def _is_in(word: str, found: bytes | str) -> bool:
    forms = {unicodedata.normalize(form, word) for form in ("NFC", "NFD", "NFKC", "NFKD")}
    if isinstance(found, str):
        return any(form.casefold() in found.casefold() for form in forms)
    return any(
        form.encode(code) in found for form in forms for code in ("utf-8", "utf-16-le", "latin-1") if _has(form, code)
    )


def _has(text: str, code: str) -> bool:
    try:
        text.encode(code)
    except UnicodeEncodeError:
        return False
    return True


def _everything(folder: Path) -> Iterator[tuple[str, bytes | str]]:
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        yield name, name
        if path.is_file():
            yield name, path.read_bytes()
        if path.suffix == ".duckdb":
            for column, text in _texts_of_duckdb(path):
                yield f"{name}: {column}", text
        if path.suffix == ".sqlite3":
            for (text,) in _texts_of_cache(path):
                yield f"{name}: text", text


def _texts_of_duckdb(path: Path) -> Iterator[tuple[str, str]]:
    """Every value of every text column, since DuckDB compresses what it writes."""
    with duckdb.connect(str(path), read_only=True) as connection:
        columns = connection.execute(
            "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal AND data_type = 'VARCHAR'"
        ).fetchall()
        for table, column in columns:
            for (text,) in connection.execute(
                f'SELECT "{column}" FROM "{table}" WHERE "{column}" IS NOT NULL'
            ).fetchall():
                yield f"{table}.{column}", text


def _texts_of_cache(path: Path) -> list[tuple[str]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT text FROM embeddings").fetchall()
