// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The values of a value type. */
public enum ValueType implements ContractValue {
  /** {@code FREE_ITEM}. */
  FREE_ITEM("FREE_ITEM"),
  /** {@code PERCENT}. */
  PERCENT("PERCENT"),
  /** {@code FIXED}. */
  FIXED("FIXED"),
  /** {@code BOGO}. */
  BOGO("BOGO"),
  /** A value that this version does not know. */
  UNKNOWN("unknown");

  private final String value;

  ValueType(String value) {
    this.value = value;
  }

  @Override
  public String value() {
    return value;
  }
}
