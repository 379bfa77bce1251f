// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The values of a pause reason. */
public enum PauseReason implements ContractValue {
  /** {@code GONE}. */
  GONE("GONE"),
  /** {@code EXHAUSTED}. */
  EXHAUSTED("EXHAUSTED"),
  /** A value that this version does not know. */
  UNKNOWN("unknown");

  private final String value;

  PauseReason(String value) {
    this.value = value;
  }

  @Override
  public String value() {
    return value;
  }
}
