// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The values of a endpoint state. */
public enum EndpointState implements ContractValue {
  /** {@code OK}. */
  OK("OK"),
  /** {@code FAILING}. */
  FAILING("FAILING"),
  /** {@code PAUSED}. */
  PAUSED("PAUSED"),
  /** {@code OFF}. */
  OFF("OFF"),
  /** A value that this version does not know. */
  UNKNOWN("unknown");

  private final String value;

  EndpointState(String value) {
    this.value = value;
  }

  @Override
  public String value() {
    return value;
  }
}
