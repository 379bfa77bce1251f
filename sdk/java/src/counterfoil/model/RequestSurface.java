// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The values of a request surface. */
public enum RequestSurface implements ContractValue {
  /** {@code integration}. */
  INTEGRATION("integration"),
  /** {@code consumer}. */
  CONSUMER("consumer"),
  /** A value that this version does not know. */
  UNKNOWN("unknown");

  private final String value;

  RequestSurface(String value) {
    this.value = value;
  }

  @Override
  public String value() {
    return value;
  }
}
