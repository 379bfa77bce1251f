package counterfoil;

import counterfoil.model.Partner;
import java.util.List;
import java.util.Map;

/** The id of the partner, which the routes of the back office need. It is looked up by the slug, once. */
final class OwnPartner {
  record PartnerPage(List<Partner> items) {}

  private final Transport transport;
  private final String slug;
  private String id;

  OwnPartner(Transport transport, String slug) {
    this.transport = transport;
    this.slug = slug;
  }

  /** The path of the partner. */
  synchronized String path() {
    if (id == null) id = find();
    return "/admin/partners/" + id;
  }

  /** A route below the partner. */
  String path(String rest) {
    return path() + "/" + rest;
  }

  private String find() {
    var page = transport.keyed(PartnerPage.class, Call.get("/admin/partners", Map.of("q", slug, "limit", 200)));
    return page.items.stream().filter(partner -> partner.slug().equals(slug)).map(Partner::id).findFirst()
        .orElseThrow(() -> new IllegalStateException("The API key belongs to another partner than \"" + slug + "\""));
  }
}
