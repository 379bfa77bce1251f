// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The values of a alert subject type. */
public enum AlertSubjectType implements ContractValue {
  /** {@code outlet}. */
  OUTLET("outlet"),
  /** {@code voucher}. */
  VOUCHER("voucher"),
  /** {@code partner}. */
  PARTNER("partner"),
  /** {@code staff}. */
  STAFF("staff"),
  /** A value that this version does not know. */
  UNKNOWN("unknown");

  private final String value;

  AlertSubjectType(String value) {
    this.value = value;
  }

  @Override
  public String value() {
    return value;
  }
}
