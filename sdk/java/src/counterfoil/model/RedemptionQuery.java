// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/** The filters of a list of redemptions. */
public final class RedemptionQuery extends Input {
  /** Without any field. */
  public RedemptionQuery() {}

  /**
   * Sets {@code merchantId}.
   *
   * @param merchantId the value
   * @return this object
   */
  public RedemptionQuery merchantId(String merchantId) {
    set("merchantId", merchantId);
    return this;
  }

  /**
   * Sets {@code category}. The category that the merchant is in today, as in the stats.
   *
   * @param category the value
   * @return this object
   */
  public RedemptionQuery category(String category) {
    set("category", category);
    return this;
  }

  /**
   * Sets {@code outletId}.
   *
   * @param outletId the value
   * @return this object
   */
  public RedemptionQuery outletId(String outletId) {
    set("outletId", outletId);
    return this;
  }

  /**
   * Sets {@code voucherId}.
   *
   * @param voucherId the value
   * @return this object
   */
  public RedemptionQuery voucherId(String voucherId) {
    set("voucherId", voucherId);
    return this;
  }

  /**
   * Sets {@code userId}.
   *
   * @param userId the value
   * @return this object
   */
  public RedemptionQuery userId(String userId) {
    set("userId", userId);
    return this;
  }

  /**
   * Sets {@code status}. FLAGGED means redeemed without coordinates of the device. It counts like any other
   * redemption.
   *
   * @param status the value
   * @return this object
   */
  public RedemptionQuery status(RedemptionStatus status) {
    set("status", status);
    return this;
  }

  /**
   * Sets {@code flagReason}.
   *
   * @param flagReason the value
   * @return this object
   */
  public RedemptionQuery flagReason(FlagReason flagReason) {
    set("flagReason", flagReason);
    return this;
  }

  /**
   * Sets {@code reviewed}. Whether the redemption has been reviewed.
   *
   * @param reviewed the value
   * @return this object
   */
  public RedemptionQuery reviewed(boolean reviewed) {
    set("reviewed", reviewed);
    return this;
  }

  /**
   * Sets {@code reviewOutcome}. The outcome of the latest review.
   *
   * @param reviewOutcome the value
   * @return this object
   */
  public RedemptionQuery reviewOutcome(ReviewOutcome reviewOutcome) {
    set("reviewOutcome", reviewOutcome);
    return this;
  }

  /**
   * Sets {@code voided}. Whether the redemption has been voided.
   *
   * @param voided the value
   * @return this object
   */
  public RedemptionQuery voided(boolean voided) {
    set("voided", voided);
    return this;
  }

  /**
   * Sets {@code statementMonth}. A month in the merchant’s time zone, as in 2026-11.
   *
   * @param statementMonth the value
   * @return this object
   */
  public RedemptionQuery statementMonth(String statementMonth) {
    set("statementMonth", statementMonth);
    return this;
  }

  /**
   * Sets {@code value}. An amount and a currency, as in "5.00 MYR", or "none" for redemptions without a value.
   *
   * @param value the value
   * @return this object
   */
  public RedemptionQuery value(String value) {
    set("value", value);
    return this;
  }

  /**
   * Sets {@code from}. An ISO 8601 date-time (inclusive).
   *
   * @param from the value
   * @return this object
   */
  public RedemptionQuery from(Instant from) {
    set("from", from);
    return this;
  }

  /**
   * Sets {@code to}. An ISO 8601 date-time (exclusive).
   *
   * @param to the value
   * @return this object
   */
  public RedemptionQuery to(Instant to) {
    set("to", to);
    return this;
  }

  /**
   * Sets {@code limit}.
   *
   * @param limit the value
   * @return this object
   */
  public RedemptionQuery limit(int limit) {
    set("limit", limit);
    return this;
  }

  /**
   * Sets {@code cursor}. The nextCursor of the previous page.
   *
   * @param cursor the value
   * @return this object
   */
  public RedemptionQuery cursor(String cursor) {
    set("cursor", cursor);
    return this;
  }

  /**
   * Sets {@code sort}. The order; -redeemedAt by default. A minus means descending. A cursor is valid only for its
   * sort.
   *
   * @param sort the value
   * @return this object
   */
  public RedemptionQuery sort(String sort) {
    set("sort", sort);
    return this;
  }

  /**
   * Sets {@code count}. Adds {@code count}: how many rows match the filters, on all pages together.
   *
   * @param count the value
   * @return this object
   */
  public RedemptionQuery count(boolean count) {
    set("count", count);
    return this;
  }
}
