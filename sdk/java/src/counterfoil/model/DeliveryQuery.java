// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/** The filters of a list of deliveries. */
public final class DeliveryQuery extends Input {
  /** Without any field. */
  public DeliveryQuery() {}

  /**
   * Sets {@code state}. UNDELIVERED lists deliveries that wait after a failure, or failed.
   *
   * @param state the value
   * @return this object
   */
  public DeliveryQuery state(DeliveryFilter state) {
    set("state", state);
    return this;
  }

  /**
   * Sets {@code type}.
   *
   * @param type the value
   * @return this object
   */
  public DeliveryQuery type(EventType type) {
    set("type", type);
    return this;
  }

  /**
   * Sets {@code from}. An ISO 8601 date-time (inclusive).
   *
   * @param from the value
   * @return this object
   */
  public DeliveryQuery from(Instant from) {
    set("from", from);
    return this;
  }

  /**
   * Sets {@code to}. An ISO 8601 date-time (exclusive).
   *
   * @param to the value
   * @return this object
   */
  public DeliveryQuery to(Instant to) {
    set("to", to);
    return this;
  }

  /**
   * Sets {@code limit}.
   *
   * @param limit the value
   * @return this object
   */
  public DeliveryQuery limit(int limit) {
    set("limit", limit);
    return this;
  }

  /**
   * Sets {@code cursor}. The nextCursor of the previous page.
   *
   * @param cursor the value
   * @return this object
   */
  public DeliveryQuery cursor(String cursor) {
    set("cursor", cursor);
    return this;
  }

  /**
   * Sets {@code sort}. The order; -createdAt by default. A minus means descending. A cursor is valid only for its
   * sort.
   *
   * @param sort the value
   * @return this object
   */
  public DeliveryQuery sort(String sort) {
    set("sort", sort);
    return this;
  }

  /**
   * Sets {@code count}. Adds {@code count}: how many rows match the filters, on all pages together.
   *
   * @param count the value
   * @return this object
   */
  public DeliveryQuery count(boolean count) {
    set("count", count);
    return this;
  }
}
