"""Output schemas: plain ones, and what is sent fits them."""

import datetime as dt
from typing import Literal

import pytest
from pydantic import BaseModel

from teamlandkarte.server.toolset.schema import output_schema, plain


class Inner(BaseModel):
    """A nested object."""

    title: str
    when: dt.date | None = None


class Outer(BaseModel):
    """An object with every kind of field."""

    name: str
    kind: Literal["only"]
    state: Literal["open", "closed"]
    counts: dict[str, int]
    inner: Inner
    maybe: Inner | None = None
    many: list[Inner]
    description: str = ""


class Node(BaseModel):
    """A model that contains itself."""

    children: list["Node"]


class Either(BaseModel):
    """A model with a union."""

    value: int | str


class Mixed(BaseModel):
    """A model with what JSON does not have."""

    values: set[str]


INNER = {
    "type": "object",
    "properties": {"title": {"type": "string"}, "when": {"type": "string", "format": "date"}},
    "required": ["title"],
}


def test_a_schema_is_inlined_and_nullable_fields_are_optional() -> None:
    assert output_schema(Outer) == {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "kind": {"type": "string", "enum": ["only"]},
            "state": {"type": "string", "enum": ["open", "closed"]},
            "counts": {"type": "object"},
            "inner": INNER,
            "maybe": INNER,
            "many": {"type": "array", "items": INNER},
            "description": {"type": "string"},
        },
        "required": ["name", "kind", "state", "counts", "inner", "many"],
    }


def test_a_field_without_a_value_is_not_sent_at_any_depth() -> None:
    data = Outer(name="x", kind="only", state="open", counts={"a": 1}, inner=Inner(title="t"), many=[Inner(title="u")])
    sent = plain(data)
    assert "maybe" not in sent
    assert sent["inner"] == {"title": "t"}
    assert sent["many"] == [{"title": "u"}]


def test_what_no_flat_schema_can_describe_is_refused_when_the_server_starts() -> None:
    with pytest.raises(TypeError, match="Node contains itself"):
        output_schema(Node)
    with pytest.raises(TypeError, match="one type, not 2"):
        output_schema(Either)
    with pytest.raises(TypeError, match="set"):
        output_schema(Mixed)
