from __future__ import annotations

from typing import Optional

from .transport import Transport


class OwnPartner:
    """The id of the partner, which the routes of the back office need. It is looked up by the slug, once."""

    def __init__(self, transport: Transport, slug: str) -> None:
        self._transport, self._slug = transport, slug
        self._id: Optional[str] = None

    def path(self, rest: str = "") -> str:
        """The path of the partner, or of a route below it."""
        if self._id is None:
            self._id = self._find()
        return f"/admin/partners/{self._id}{rest}"

    def _find(self) -> str:
        page = self._transport.keyed("GET", "/admin/partners", query={"q": self._slug, "limit": 200})
        for partner in page["items"]:
            if partner["slug"] == self._slug:
                return str(partner["id"])
        raise ValueError(f'The API key belongs to another partner than "{self._slug}"')
