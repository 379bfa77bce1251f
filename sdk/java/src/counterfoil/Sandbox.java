package counterfoil;

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
  private final SandboxClock clock;

  Sandbox(Transport transport) {
    this.transport = transport;
    this.clock = new SandboxClock(transport);
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
   * Voids a redemption, as our staff can.
   *
   * @param redemptionId the {@code id} of the redemption
   * @param reason why it is voided
   * @return the time and the reason
   */
  public VoidedRedemption voidRedemption(String redemptionId, String reason) {
    var body = Map.<String, Object>of("redemptionId", redemptionId, "reason", reason);
    return transport.signed(VoidedRedemption.class, Call.post(PATH + "/void", body));
  }

  /**
   * Publishes a new voucher of a merchant. The call is not repeated after a lost response.
   *
   * @param merchantId a merchant of the sandbox
   * @param title the title of the voucher
   * @return the voucher, and how many events announce it
   */
  public PublishedVoucher publish(String merchantId, String title) {
    var body = Map.<String, Object>of("merchantId", merchantId, "title", title);
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
}
