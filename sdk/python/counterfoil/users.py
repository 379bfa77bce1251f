from __future__ import annotations

from typing import Union

from .decode import record_of
from .error_codes import ErrorCode
from .errors import CounterfoilError
from .records import UserUpsertResult
from .transport import Transport, path_segment


class Unchanged:
    """The default of a field that a call leaves as it is."""


UNCHANGED = Unchanged()
#: Text sets a field, and None clears it.
Field = Union[str, None, Unchanged]


class Users:
    """Your users, by your own ids."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def upsert(
        self,
        external_user_id: str,
        *,
        email: Field = UNCHANGED,
        display_name: Field = UNCHANGED,
        phone: Field = UNCHANGED,
        country_code: Field = UNCHANGED,
        locale: Field = UNCHANGED,
    ) -> UserUpsertResult:
        """Creates or updates a user. Fields that you leave out stay unchanged; None clears a field."""
        fields = {
            "externalUserId": external_user_id,
            "email": email,
            "displayName": display_name,
            "phone": phone,
            "countryCode": country_code,
            "locale": locale,
        }
        body = {name: value for name, value in fields.items() if not isinstance(value, Unchanged)}
        return record_of(UserUpsertResult, self._transport.signed("POST", "/integrations/users", body))

    def delete(self, external_user_id: str) -> None:
        """Clears the user's personal data. A user who does not exist counts as deleted."""
        path = f"/integrations/users/{path_segment(external_user_id, 'external_user_id')}"
        try:
            self._transport.signed("DELETE", path)
        except CounterfoilError as error:
            if error.code != ErrorCode.USER_NOT_FOUND:
                raise
