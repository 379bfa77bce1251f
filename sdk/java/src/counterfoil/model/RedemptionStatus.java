// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The values of a redemption status. */
public enum RedemptionStatus implements ContractValue {
  /** {@code SUCCESS}. */
  SUCCESS("SUCCESS"),
  /** {@code FLAGGED}. */
  FLAGGED("FLAGGED"),
  /** A value that this version does not know. */
  UNKNOWN("unknown");

  private final String value;

  RedemptionStatus(String value) {
    this.value = value;
  }

  @Override
  public String value() {
    return value;
  }
}
