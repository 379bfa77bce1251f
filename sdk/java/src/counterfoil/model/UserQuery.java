// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The filters of a search for users. */
public final class UserQuery extends Input {
  /** Without any field. */
  public UserQuery() {}

  /**
   * Sets {@code limit}.
   *
   * @param limit the value
   * @return this object
   */
  public UserQuery limit(int limit) {
    set("limit", limit);
    return this;
  }

  /**
   * Sets {@code cursor}. The nextCursor of the previous page.
   *
   * @param cursor the value
   * @return this object
   */
  public UserQuery cursor(String cursor) {
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
  public UserQuery sort(String sort) {
    set("sort", sort);
    return this;
  }

  /**
   * Sets {@code count}. Adds {@code count}: how many rows match the filters, on all pages together.
   *
   * @param count the value
   * @return this object
   */
  public UserQuery count(boolean count) {
    set("count", count);
    return this;
  }
}
