// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The values of a review outcome. */
public enum ReviewOutcome implements ContractValue {
  /** {@code ACCEPTED}. */
  ACCEPTED("ACCEPTED"),
  /** {@code REJECTED}. */
  REJECTED("REJECTED"),
  /** A value that this version does not know. */
  UNKNOWN("unknown");

  private final String value;

  ReviewOutcome(String value) {
    this.value = value;
  }

  @Override
  public String value() {
    return value;
  }
}
