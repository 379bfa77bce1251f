// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The values of a alert kind. */
public enum AlertKind implements ContractValue {
  /** {@code PIN_GUESSING}. */
  PIN_GUESSING("PIN_GUESSING"),
  /** {@code PIN_DEFENSE}. */
  PIN_DEFENSE("PIN_DEFENSE"),
  /** {@code CODE_GUESSING}. */
  CODE_GUESSING("CODE_GUESSING"),
  /** {@code POOL_LOW}. */
  POOL_LOW("POOL_LOW"),
  /** {@code POOL_EMPTY}. */
  POOL_EMPTY("POOL_EMPTY"),
  /** {@code ENDPOINT_FAILING}. */
  ENDPOINT_FAILING("ENDPOINT_FAILING"),
  /** {@code ENDPOINT_PAUSED}. */
  ENDPOINT_PAUSED("ENDPOINT_PAUSED"),
  /** {@code JWKS_UNREACHABLE}. */
  JWKS_UNREACHABLE("JWKS_UNREACHABLE"),
  /** {@code SIGN_IN_GUESSING}. */
  SIGN_IN_GUESSING("SIGN_IN_GUESSING"),
  /** {@code SCHEDULE_FAILED}. */
  SCHEDULE_FAILED("SCHEDULE_FAILED"),
  /** {@code VOUCHER_ENDS_SOON}. */
  VOUCHER_ENDS_SOON("VOUCHER_ENDS_SOON"),
  /** {@code CAP_NEARLY_REACHED}. */
  CAP_NEARLY_REACHED("CAP_NEARLY_REACHED"),
  /** {@code CAP_REACHED}. */
  CAP_REACHED("CAP_REACHED"),
  /** {@code DESTINATION_FAILING}. */
  DESTINATION_FAILING("DESTINATION_FAILING"),
  /** {@code CELL_UNREACHABLE}. */
  CELL_UNREACHABLE("CELL_UNREACHABLE"),
  /** {@code STATEMENTS_CLOSED}. */
  STATEMENTS_CLOSED("STATEMENTS_CLOSED"),
  /** {@code NEW_DEVICE}. */
  NEW_DEVICE("NEW_DEVICE"),
  /** {@code APPROVAL_BYPASSED}. */
  APPROVAL_BYPASSED("APPROVAL_BYPASSED"),
  /** A value that this version does not know. */
  UNKNOWN("unknown");

  private final String value;

  AlertKind(String value) {
    this.value = value;
  }

  @Override
  public String value() {
    return value;
  }
}
