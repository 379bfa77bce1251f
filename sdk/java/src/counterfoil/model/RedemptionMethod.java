// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The values of a redemption method. */
public enum RedemptionMethod implements ContractValue {
  /** {@code PIN}. */
  PIN("PIN"),
  /** {@code QR}. */
  QR("QR"),
  /** {@code TEST}. */
  TEST("TEST"),
  /** A value that this version does not know. */
  UNKNOWN("unknown");

  private final String value;

  RedemptionMethod(String value) {
    this.value = value;
  }

  @Override
  public String value() {
    return value;
  }
}
