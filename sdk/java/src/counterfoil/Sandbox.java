package counterfoil;

import counterfoil.model.CreatedTwin;
import counterfoil.model.DeliveryTest;
import counterfoil.model.DeliveryTestResult;
import counterfoil.model.PublishedVoucher;
import counterfoil.model.Redemption;
import counterfoil.model.TestInfo;
import counterfoil.model.TestRedemption;
import counterfoil.model.TestScenario;
import counterfoil.model.TestToken;
import counterfoil.model.TestTokenRequest;
import counterfoil.model.VoidedRedemption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sandbox of your test twin. Configure the client with the slug and secret of the twin: with live ones, calls fail with
 * {@code live_mode}.
 */
public final class Sandbox {
  static final String PATH = "/integrations/test";

  record Scenarios(List<TestScenario> items) {}

  private final Transport transport;
  private final OwnPartner partner;
  private final SandboxClock clock;

  Sandbox(Transport transport, OwnPartner partner) {
    this.transport = transport;
    this.partner = partner;
    this.clock = new SandboxClock(transport);
  }

  /**
   * Creates your test twin. This call needs your live slug and a live API key; all others need those of the twin. The secret
   * and the API key of the twin are returned only once: a repeated call returns the twin without them.
   *
   * @return the twin
   */
  public CreatedTwin createTwin() {
    return transport.keyed(CreatedTwin.class, Call.post(partner.path("sandbox")));
  }

  /**
   * Your test twin: its slug, its URLs, and the {@code issuer} that your own tokens need here.
   *
   * @return the twin
   */
  public TestInfo info() {
    return transport.signed(TestInfo.class, Call.get(PATH));
  }

  /**
   * The clock that cycles, validity and limits of the sandbox follow.
   *
   * @return the calls about the clock
   */
  public SandboxClock clock() {
    return clock;
  }

  /**
   * A user token, signed with a key of the service.
   *
   * @param user the user of the token
   * @return the token and its end
   */
  public TestToken token(TestTokenRequest user) {
    return transport.signed(TestToken.class, Call.post(PATH + "/tokens", user.fields()));
  }

  /**
   * Merchants and vouchers that are named for what they do. Their ids stay the same after a reset.
   *
   * @return the scenarios
   */
  public List<TestScenario> scenarios() {
    return transport.signed(Scenarios.class, Call.get(PATH + "/scenarios")).items;
  }

  /**
   * Redeems without phone, PIN or GPS. The call is not repeated after a lost response, since it may have been executed.
   *
   * @param redemption who redeems which voucher
   * @return the redemption
   */
  public Redemption redeem(TestRedemption redemption) {
    return transport.signedOnce(Redemption.class, Call.post(PATH + "/redemptions", redemption.fields()));
  }

  /**
   * Confirms a code of a phone, as a device of the outlet would.
   *
   * @param code the text of the QR code, or the six digits
   * @return the redemption
   */
  public Redemption confirmCode(String code) {
    return transport.signedOnce(Redemption.class, Call.post(PATH + "/counter", Map.of("code", code)));
  }

  /**
   * Voids a redemption, as our staff can.
   *
   * @param redemptionId the {@code id} of the redemption
   * @return the time and the reason
   */
  public VoidedRedemption voidRedemption(String redemptionId) {
    return voidRedemption(redemptionId, null);
  }

  /**
   * Voids a redemption, as our staff can.
   *
   * @param redemptionId the {@code id} of the redemption
   * @param reason why it is voided; null for a standard text
   * @return the time and the reason
   */
  public VoidedRedemption voidRedemption(String redemptionId, String reason) {
    var body = bodyOf("redemptionId", redemptionId, "reason", reason);
    return transport.signed(VoidedRedemption.class, Call.post(PATH + "/void", body));
  }

  /**
   * Publishes a new voucher of a merchant. The call is not repeated after a lost response.
   *
   * @param merchantId a merchant of the sandbox
   * @return the voucher, and how many events announce it
   */
  public PublishedVoucher publish(String merchantId) {
    return publish(merchantId, null);
  }

  /**
   * Publishes a new voucher of a merchant. The call is not repeated after a lost response.
   *
   * @param merchantId a merchant of the sandbox
   * @param title the title of the voucher; null for a standard one
   * @return the voucher, and how many events announce it
   */
  public PublishedVoucher publish(String merchantId, String title) {
    var body = bodyOf("merchantId", merchantId, "title", title);
    return transport.signedOnce(PublishedVoucher.class, Call.post(PATH + "/publish", body));
  }

  /**
   * Lets the next attempts of deliveries fail, or sends deliveries that wait for a retry now.
   *
   * @param test what happens
   * @return how many attempts fail, and how many deliveries are sent
   */
  public DeliveryTestResult deliveries(DeliveryTest test) {
    return transport.signed(DeliveryTestResult.class, Call.post(PATH + "/deliveries", test.fields()));
  }

  /** Deletes your test users with everything they did, and resets the scenarios and the clock. */
  public void reset() {
    transport.signed(Void.class, Call.post(PATH + "/reset"));
  }

  /** The second field is left out if it is null. */
  private static Map<String, Object> bodyOf(String name, String value, String optionalName, String optionalValue) {
    var body = new LinkedHashMap<String, Object>();
    body.put(name, value);
    if (optionalValue != null) body.put(optionalName, optionalValue);
    return body;
  }
}
