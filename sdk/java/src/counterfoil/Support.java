package counterfoil;

import counterfoil.model.AdminRedemption;
import counterfoil.model.AdminRequest;
import counterfoil.model.AdminUser;
import counterfoil.model.AdminUserWithActivity;
import counterfoil.model.Alert;
import counterfoil.model.Delivery;
import counterfoil.model.DeliveryQuery;
import counterfoil.model.Deployment;
import counterfoil.model.RedemptionQuery;
import counterfoil.model.RequestQuery;
import counterfoil.model.RowCount;
import counterfoil.model.UserQuery;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Look-ups for a support desk, newest first. */
public final class Support {
  record AnyPage(List<Object> items, String nextCursor, RowCount count) {}

  private final Transport transport;
  private final OwnPartner partner;

  Support(Transport transport, OwnPartner partner) {
    this.transport = transport;
    this.partner = partner;
  }

  /**
   * Searches your users by external id, e-mail address, phone and name.
   *
   * @param text the search text
   * @return the first page
   */
  public Page<AdminUser> find(String text) {
    return find(text, new UserQuery());
  }

  /**
   * Searches your users, with a limit, a cursor or another order.
   *
   * @param text the search text
   * @param page which page, in which order
   * @return a page
   */
  public Page<AdminUser> find(String text, UserQuery page) {
    var query = new LinkedHashMap<>(page.fields());
    query.put("q", text);
    return page(AdminUser.class, "/admin/users", query);
  }

  /**
   * A user with claims, favorites and redemptions.
   *
   * @param id the {@code id} that {@link #find(String)} returns
   * @return the user
   */
  public AdminUserWithActivity user(String id) {
    return transport.keyed(AdminUserWithActivity.class, Call.get("/admin/users/" + Call.segment(id)));
  }

  /**
   * Redemptions of your users.
   *
   * @param filter no filter lists all
   * @return a page
   */
  public Page<AdminRedemption> redemptions(RedemptionQuery filter) {
    return page(AdminRedemption.class, "/admin/redemptions", filter.fields());
  }

  /**
   * Events on their way to your webhook.
   *
   * @param filter no filter lists all
   * @return a page
   */
  public Page<Delivery> deliveries(DeliveryQuery filter) {
    return page(Delivery.class, "/admin/deliveries", filter.fields());
  }

  /**
   * Your failed requests and those of your users in the last 7 days, each with the reason in words.
   *
   * @param filter no filter lists all
   * @return a page
   */
  public Page<AdminRequest> requests(RequestQuery filter) {
    return page(AdminRequest.class, "/admin/requests", filter.fields());
  }

  /**
   * Call it when you have deployed. Then {@code requests(new RequestQuery().newSinceDeployment(true))} lists only what is new
   * since.
   *
   * @param name such as a version or a commit
   * @return the deployment
   */
  public Deployment recordDeployment(String name) {
    return transport.keyed(Deployment.class, Call.post(partner.path("deployments"), Map.of("name", name)));
  }

  /**
   * Current problems: your endpoint is paused, or your keys cannot be fetched.
   *
   * @return the alerts; empty if all is well
   */
  public List<Alert> alerts() {
    return page(Alert.class, "/admin/alerts", Map.of()).items();
  }

  private <T> Page<T> page(Class<T> type, String path, Map<String, Object> query) {
    var page = transport.keyed(AnyPage.class, Call.get(path, query));
    var items = page.items.stream().map(item -> Records.read(type, item)).toList();
    return new Page<>(items, page.nextCursor, page.count);
  }
}
