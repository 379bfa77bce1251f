// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The values of a replay selection. */
public enum ReplaySelection implements ContractValue {
  /** {@code undelivered}. */
  UNDELIVERED("undelivered"),
  /** {@code failed}. */
  FAILED("failed"),
  /** {@code all}. */
  ALL("all"),
  /** A value that this version does not know. */
  UNKNOWN("unknown");

  private final String value;

  ReplaySelection(String value) {
    this.value = value;
  }

  @Override
  public String value() {
    return value;
  }
}
