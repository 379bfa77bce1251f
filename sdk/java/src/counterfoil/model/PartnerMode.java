// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The values of a partner mode. */
public enum PartnerMode implements ContractValue {
  /** {@code live}. */
  LIVE("live"),
  /** {@code test}. */
  TEST("test"),
  /** A value that this version does not know. */
  UNKNOWN("unknown");

  private final String value;

  PartnerMode(String value) {
    this.value = value;
  }

  @Override
  public String value() {
    return value;
  }
}
