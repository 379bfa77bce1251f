// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** A redemption in the sandbox. */
public final class TestRedemption extends Input {
  /**
   * With the fields that are required.
   *
   * @param externalUserId The partner’s own stable id of the user, and the {@code sub} of its tokens. Opaque: any
   *     characters are allowed.
   * @param voucherId The voucher id.
   */
  public TestRedemption(String externalUserId, String voucherId) {
    set("externalUserId", externalUserId);
    set("voucherId", voucherId);
  }

  /**
   * Sets {@code outletId}. A uuid; by default, an outlet of the voucher.
   *
   * @param outletId the value
   * @return this object
   */
  public TestRedemption outletId(String outletId) {
    set("outletId", outletId);
    return this;
  }

  /**
   * Sets {@code outcome}. FLAGGED redeems without a position. SUCCESS, the default, redeems at the position of the
   * outlet.
   *
   * @param outcome the value
   * @return this object
   */
  public TestRedemption outcome(RedemptionStatus outcome) {
    set("outcome", outcome);
    return this;
  }
}
