// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The values of a delivery filter. */
public enum DeliveryFilter implements ContractValue {
  /** {@code PENDING}. */
  PENDING("PENDING"),
  /** {@code DELIVERED}. */
  DELIVERED("DELIVERED"),
  /** {@code FAILED}. */
  FAILED("FAILED"),
  /** {@code UNDELIVERED}. */
  UNDELIVERED("UNDELIVERED"),
  /** A value that this version does not know. */
  UNKNOWN("unknown");

  private final String value;

  DeliveryFilter(String value) {
    this.value = value;
  }

  @Override
  public String value() {
    return value;
  }
}
