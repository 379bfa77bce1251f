// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The types of events. */
public enum EventType implements ContractValue {
  /** {@link ClaimCreated}. */
  CLAIM_CREATED("CLAIM_CREATED", ClaimCreated.class),
  /** {@link RedemptionCreated}. */
  REDEMPTION_CREATED("REDEMPTION_CREATED", RedemptionCreated.class),
  /** {@link RedemptionVoided}. */
  REDEMPTION_VOIDED("REDEMPTION_VOIDED", RedemptionVoided.class),
  /** {@link VoucherPublished}. */
  VOUCHER_PUBLISHED("VOUCHER_PUBLISHED", VoucherPublished.class),
  /** A type that this version does not know. */
  UNKNOWN("unknown", UnknownEvent.class);

  private final String value;
  private final Class<? extends Event> eventClass;

  EventType(String value, Class<? extends Event> eventClass) {
    this.value = value;
    this.eventClass = eventClass;
  }

  @Override
  public String value() {
    return value;
  }

  /**
   * The class of these events.
   *
   * @return for example {@code ClaimCreated.class}
   */
  public Class<? extends Event> eventClass() {
    return eventClass;
  }
}
