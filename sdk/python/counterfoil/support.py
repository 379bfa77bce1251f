"""Look-ups for a support desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Mapping, Optional, Type, TypeVar

from .decode import record_of
from .own_partner import OwnPartner
from .records import (
    AdminRedemption,
    AdminRequest,
    AdminUser,
    AdminUserWithActivity,
    Alert,
    Delivery,
    DeliveryQuery,
    Deployment,
    RedemptionQuery,
    RequestQuery,
    RowCount,
    UserQuery,
)
from .transport import Transport, path_segment

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    """A part of a list. Pass ``next_cursor`` as ``cursor`` to get the next page."""

    items: list[T]
    #: None on the last page.
    next_cursor: Optional[str]
    #: How many records match on all pages together, if the filter has ``count=True``.
    count: Optional[RowCount] = None


class Support:
    """Look-ups for a support desk, newest first. They need ``api_key``."""

    def __init__(self, transport: Transport, partner: OwnPartner) -> None:
        self._transport, self._partner = transport, partner

    def find(self, q: str, **page: Unpack[UserQuery]) -> Page[AdminUser]:
        """Searches your users by external id, e-mail address, phone and name. See ``UserQuery``."""
        return self._page(AdminUser, "/admin/users", UserQuery, page, q=q)

    def user(self, id: str) -> AdminUserWithActivity:
        """A user, by the ``id`` that ``find`` returns, with claims, favorites and redemptions."""
        path = f"/admin/users/{path_segment(id, 'id')}"
        return record_of(AdminUserWithActivity, self._transport.keyed("GET", path))

    def redemptions(self, **filter: Unpack[RedemptionQuery]) -> Page[AdminRedemption]:
        """Redemptions of your users. See ``RedemptionQuery``."""
        return self._page(AdminRedemption, "/admin/redemptions", RedemptionQuery, filter)

    def deliveries(self, **filter: Unpack[DeliveryQuery]) -> Page[Delivery]:
        """Deliveries to your endpoint. See ``DeliveryQuery``."""
        return self._page(Delivery, "/admin/deliveries", DeliveryQuery, filter)

    def requests(self, **filter: Unpack[RequestQuery]) -> Page[AdminRequest]:
        """Your failed requests and those of your users in the last 7 days, each with the reason in words. See
        ``RequestQuery``."""
        return self._page(AdminRequest, "/admin/requests", RequestQuery, filter)

    def record_deployment(self, name: str) -> Deployment:
        """Call it when you have deployed: ``requests(new_since_deployment=True)`` then lists only what is new since."""
        return record_of(Deployment, self._transport.keyed("POST", self._partner.path("/deployments"), {"name": name}))

    def alerts(self) -> list[Alert]:
        """Current problems: your endpoint is paused, or your keys cannot be fetched."""
        return [record_of(Alert, item) for item in self._transport.keyed("GET", "/admin/alerts")["items"]]

    def _page(self, kind: Type[T], path: str, known: type, filter: Mapping[str, Any], **more: str) -> Page[T]:
        unknown = filter.keys() - known.__annotations__.keys()
        if unknown:
            raise TypeError(f"{known.__name__} has no {', '.join(sorted(unknown))}")
        page = self._transport.keyed("GET", path, query={**filter, **more})
        items = [record_of(kind, item) for item in page["items"]]
        return Page(items, page["nextCursor"], record_of(RowCount, page.get("count")))
