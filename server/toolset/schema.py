"""The output schema of an answer, plain for every host.

No `$ref`, `anyOf`, `null` type or `additionalProperties`: nested objects stand inline, a nullable field is optional.
Pydantic's schemas have all of them, and take ten times as long to make, for which the first answer would wait.
"""

import datetime as dt
from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

_FORMS: Mapping[object, Mapping[str, str]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    dt.date: {"type": "string", "format": "date"},
    dt.datetime: {"type": "string", "format": "date-time"},
}


@cache  # every tool shows the ground
def output_schema(model: type[BaseModel]) -> Mapping[str, Any]:
    """Return the schema of what `plain` sends for the model, made once.

    Raises:
        TypeError: A field has a union of several types or a type that is none of JSON, or a model contains itself.
    """
    return _of_model(model, ())


def plain(data: BaseModel) -> dict[str, Any]:
    """Return the data as JSON values; a field without a value is left out."""
    return data.model_dump(mode="json", exclude_none=True)


def _of_model(model: type[BaseModel], within: tuple[type[BaseModel], ...]) -> dict[str, Any]:
    if model in within:
        raise TypeError(f"{model.__name__} contains itself, which no flat schema can describe")
    properties, required = {}, []
    for name, field in model.model_fields.items():
        properties[name] = _of(field.annotation, (*within, model))
        if field.is_required() and NoneType not in _alternatives(field.annotation):
            required.append(name)
    return {"properties": properties, "type": "object"} | ({"required": required} if required else {})


def _of(annotation: object, within: tuple[type[BaseModel], ...]) -> dict[str, Any]:
    kinds = [kind for kind in _alternatives(annotation) if kind is not NoneType]
    if len(kinds) != 1:
        raise TypeError(f"a field has one type, not {len(kinds)}")
    (kind,) = kinds
    inner = get_args(kind)
    if (origin := get_origin(kind)) is Literal:
        return {**_FORMS[type(inner[0])], "enum": list(inner)}
    if origin is list:
        return {"type": "array", "items": _of(inner[0], within)}
    if origin is dict:
        return {"type": "object"}
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _of_model(kind, within)
    if kind not in _FORMS:
        raise TypeError(f"{kind} has no schema here")
    return dict(_FORMS[kind])


def _alternatives(annotation: object) -> list[Any]:
    is_union = get_origin(annotation) in {Union, UnionType}
    return list(get_args(annotation)) if is_union else [annotation]
