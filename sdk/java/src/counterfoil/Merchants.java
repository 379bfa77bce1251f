package counterfoil;

import counterfoil.model.PartnerMerchant;
import java.util.List;
import java.util.Map;

/** The merchants in your scope with their outlets, active or not: for reports and support. */
public final class Merchants {
  record MerchantPage(List<PartnerMerchant> items, String next) {}

  private final Transport transport;

  Merchants(Transport transport) {
    this.transport = transport;
  }

  /**
   * Every merchant. Pages are loaded on demand.
   *
   * @return the merchants
   */
  public Iterable<PartnerMerchant> iterate() {
    return () -> new Pages<>(null, this::load);
  }

  private Pages.Loaded<PartnerMerchant> load(String after) {
    Map<String, Object> query = after == null ? Map.of() : Map.of("after", after);
    var page = transport.signed(MerchantPage.class, Call.get("/integrations/merchants", query));
    return new Pages.Loaded<>(page.items, page.next);
  }
}
