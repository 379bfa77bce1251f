// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/** The filters of a list of requests. */
public final class RequestQuery extends Input {
  /** Without any field. */
  public RequestQuery() {}

  /**
   * Sets {@code requestId}.
   *
   * @param requestId the value
   * @return this object
   */
  public RequestQuery requestId(String requestId) {
    set("requestId", requestId);
    return this;
  }

  /**
   * Sets {@code status}. A status such as 401, or a class such as 4xx.
   *
   * @param status the value
   * @return this object
   */
  public RequestQuery status(String status) {
    set("status", status);
    return this;
  }

  /**
   * Sets {@code code}. The error code of the response.
   *
   * @param code the value
   * @return this object
   */
  public RequestQuery code(String code) {
    set("code", code);
    return this;
  }

  /**
   * Sets {@code route}. The path of the route, with its parameters by name. {@code /integrations/*}, {@code /me/*} or
   * {@code /*} for a path that does not exist.
   *
   * @param route the value
   * @return this object
   */
  public RequestQuery route(String route) {
    set("route", route);
    return this;
  }

  /**
   * Sets {@code externalUserId}. The partner’s own stable id of the user, and the {@code sub} of its tokens. Opaque:
   * any characters are allowed.
   *
   * @param externalUserId the value
   * @return this object
   */
  public RequestQuery externalUserId(String externalUserId) {
    set("externalUserId", externalUserId);
    return this;
  }

  /**
   * Sets {@code newSinceDeployment}. If true, only what is new since the last deployment of its partner: calls that
   * failed or had unknown fields since, with a method, route and code that were not seen in the 7 days before. See
   * {@code POST …/deployments}.
   *
   * @param newSinceDeployment the value
   * @return this object
   */
  public RequestQuery newSinceDeployment(boolean newSinceDeployment) {
    set("newSinceDeployment", newSinceDeployment);
    return this;
  }

  /**
   * Sets {@code from}. An ISO 8601 date-time (inclusive).
   *
   * @param from the value
   * @return this object
   */
  public RequestQuery from(Instant from) {
    set("from", from);
    return this;
  }

  /**
   * Sets {@code to}. An ISO 8601 date-time (exclusive).
   *
   * @param to the value
   * @return this object
   */
  public RequestQuery to(Instant to) {
    set("to", to);
    return this;
  }

  /**
   * Sets {@code limit}.
   *
   * @param limit the value
   * @return this object
   */
  public RequestQuery limit(int limit) {
    set("limit", limit);
    return this;
  }

  /**
   * Sets {@code cursor}. The nextCursor of the previous page.
   *
   * @param cursor the value
   * @return this object
   */
  public RequestQuery cursor(String cursor) {
    set("cursor", cursor);
    return this;
  }

  /**
   * Sets {@code sort}. The order; -at by default. A minus means descending. A cursor is valid only for its sort.
   *
   * @param sort the value
   * @return this object
   */
  public RequestQuery sort(String sort) {
    set("sort", sort);
    return this;
  }

  /**
   * Sets {@code count}. Adds {@code count}: how many rows match the filters, on all pages together.
   *
   * @param count the value
   * @return this object
   */
  public RequestQuery count(boolean count) {
    set("count", count);
    return this;
  }
}
