"""Turns the JSON of the service into records, and parameters into JSON."""

from __future__ import annotations

import dataclasses
import functools
import re
from datetime import datetime, timezone
from typing import Any, Mapping, Type, TypeVar, Union, get_args, get_origin, get_type_hints

Record = TypeVar("Record")


def record_of(kind: Type[Record], value: Any) -> Record:
    """``value`` as a record. Fields that this version does not know are left out, and a missing field is None."""
    record: Record = _decode(kind, value)
    return record


def json_name(name: str) -> str:
    """``external_user_id`` is externalUserId, and ``from_`` is from."""
    return re.sub("_([a-z0-9])", lambda match: match[1].upper(), name.rstrip("_"))


def json_value(value: Any) -> Any:
    """A time as the service takes it. A time without a zone is local time."""
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    return value


def json_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a query or a body. None stands for a parameter that was left out."""
    return {json_name(name): json_value(value) for name, value in fields.items() if value is not None}


def _decode(kind: Any, value: Any) -> Any:
    if value is None:
        return None
    if get_origin(kind) is Union:  # Optional
        return _decode(get_args(kind)[0], value)
    if get_origin(kind) is list:
        return [_decode(get_args(kind)[0], item) for item in value]
    if kind is datetime:
        # Python 3.9 does not know the Z.
        return datetime.fromisoformat(value.replace("Z", "+00:00"))
    if dataclasses.is_dataclass(kind):
        return _decode_record(kind, value)
    return value


def _decode_record(kind: Any, value: Mapping[str, Any]) -> Any:
    hints = _hints(kind)
    missing = {field.name: None for field in dataclasses.fields(kind) if field.default is dataclasses.MISSING}
    present = {
        name: _decode(hint, value[json_name(name)]) for name, hint in hints.items() if json_name(name) in value
    }
    return kind(**{**missing, **present})


@functools.lru_cache(maxsize=None)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
