"""The output schema of an answer: pydantic's, made plain for every host.

No `$ref`, `anyOf`, `null` type or `additionalProperties`: nested objects stand inline, a nullable field is optional.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

_NOT_NEEDED = frozenset(("$defs", "title", "default", "additionalProperties", "description"))
_NULL = {"type": "null"}


@cache  # pydantic takes milliseconds for each, and every tool shows the ground
def output_schema(model: type[BaseModel]) -> Mapping[str, Any]:
    """Return the schema of what `plain` sends for the model, made once.

    Raises:
        TypeError: A field has a union of several types, or a model contains itself.
    """
    schema = model.model_json_schema(mode="serialization")
    return _inlined(schema, schema.get("$defs", {}), ())


def plain(data: BaseModel) -> dict[str, Any]:
    """Return the data as JSON values; a field without a value is left out."""
    return data.model_dump(mode="json", exclude_none=True)


def _inlined(node: Mapping[str, Any], models: Mapping[str, Any], within: tuple[str, ...]) -> dict[str, Any]:
    if reference := node.get("$ref"):
        name = str(reference).rpartition("/")[2]
        if name in within:
            raise TypeError(f"{name} contains itself, which no flat schema can describe")
        return _inlined(models[name], models, (*within, name))
    if alternatives := node.get("anyOf"):
        (node,) = _one([choice for choice in alternatives if choice != _NULL])
        return _inlined(node, models, within)
    schema = {key: value for key, value in node.items() if key not in _NOT_NEEDED}
    if "const" in schema:
        schema["enum"] = [schema.pop("const")]
    if "items" in schema:
        schema["items"] = _inlined(schema["items"], models, within)
    if "properties" in schema:
        fields: Mapping[str, Any] = node["properties"]
        schema["properties"] = {name: _inlined(field, models, within) for name, field in fields.items()}
        schema["required"] = [n for n in node.get("required", ()) if _NULL not in fields[n].get("anyOf", ())]
        if not schema["required"]:
            del schema["required"]
    return schema


def _one(alternatives: list[Any]) -> list[Any]:
    if len(alternatives) != 1:
        raise TypeError(f"a field has one type, not {len(alternatives)}")
    return alternatives
