// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The values of a flag reason. */
public enum FlagReason implements ContractValue {
  /** {@code outlet_not_geolocated}. */
  OUTLET_NOT_GEOLOCATED("outlet_not_geolocated"),
  /** {@code gps_unavailable}. */
  GPS_UNAVAILABLE("gps_unavailable"),
  /** A value that this version does not know. */
  UNKNOWN("unknown");

  private final String value;

  FlagReason(String value) {
    this.value = value;
  }

  @Override
  public String value() {
    return value;
  }
}
