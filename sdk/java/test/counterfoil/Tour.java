package counterfoil;

import com.sun.net.httpserver.HttpServer;
import counterfoil.model.ClaimCreated;
import counterfoil.model.DeliveryQuery;
import counterfoil.model.DeliveryState;
import counterfoil.model.DeliveryTest;
import counterfoil.model.EndpointState;
import counterfoil.model.ErrorCode;
import counterfoil.model.EventType;
import counterfoil.model.RedemptionCreated;
import counterfoil.model.RedemptionMethod;
import counterfoil.model.RedemptionQuery;
import counterfoil.model.RedemptionStatus;
import counterfoil.model.ReplayRequest;
import counterfoil.model.ReplaySelection;
import counterfoil.model.RequestQuery;
import counterfoil.model.TestRedemption;
import counterfoil.model.TestTokenRequest;
import counterfoil.model.UserUpsert;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.Period;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Uses each feature once, against the service, and prints a line for each whose result is right. */
public final class Tour {
  private static final Map<String, String> ENV = System.getenv();
  private static final String USER = "user-42";

  private final List<String> warnings = new ArrayList<>();
  private final List<String> received = Collections.synchronizedList(new ArrayList<>());
  private final List<String> handled = Collections.synchronizedList(new ArrayList<>());
  private final List<String> samples = Collections.synchronizedList(new ArrayList<>());

  private final Counterfoil.Builder options = Counterfoil.builder()
      .baseUrl(ENV.get("COUNTERFOIL_URL")).slug(ENV.get("SLUG")).apiKey(ENV.get("API_KEY"));
  private final Counterfoil counterfoil = options.secrets(ENV.get("SECRET")).retries(3).onWarning(warnings::add).build();
  private final Tokens tokens;
  private WebhookHandler handler;

  private Tour(String pem) {
    tokens = new Tokens(ENV.get("ISSUER"), pem);
  }

  public static void main(String[] args) throws Exception {
    var tour = new Tour(Files.readString(Path.of(ENV.get("PRIVATE_KEY"))));
    var server = tour.serve();
    try {
      tour.callAsBackend();
      tour.createTwin();
      var merchantId = tour.publishInSandbox();
      var redemptionId = tour.redeemInSandbox();
      tour.moveClock();
      var eventId = tour.receiveEvents();
      tour.lookUp(redemptionId, merchantId);
      tour.confirmCode();
      tour.manageEndpoint();
      tour.testOwnReceiver();
      tour.end(redemptionId, eventId);
    } finally {
      server.stop(0);
    }
  }

  private HttpServer serve() throws Exception {
    handler = counterfoil.webhooks().handler()
        .on(RedemptionCreated.class, event -> {
          expect(USER, event.data().externalUserId());
          handled.add(event.id());
        })
        .onSample(event -> samples.add(event.id()))
        .once(OnceStore.inMemory())
        .build();
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(ENV.get("HOOK_PORT"))), 0);
    server.createContext("/jwks.json", tokens.jwksHandler());
    server.createContext("/hooks", exchange -> {
      received.add(exchange.getRequestHeaders().getFirst("x-event-id"));
      handler.handle(exchange);
    });
    server.start();
    return server;
  }

  private void callAsBackend() throws Exception {
    // The first attempt gets a 503, and the response to the second one names an unknown field.
    expect(true, counterfoil.users().upsert(new UserUpsert(USER).displayName("Aina")).created());
    expect(List.of("POST /integrations/users ignored unknown fields: nickname"), warnings);
    report("users.upsert", "retries", "warnings.unknown_fields");

    var error = failureOf(() -> counterfoil.users().upsert(new UserUpsert("")));
    expect(ErrorCode.VALIDATION_FAILED, error.code());
    expect(400, error.status());
    expect("/externalUserId", error.issues().get(0).path());
    expect(true, error.requestId() != null);
    report("errors.typed", "errors.codes");
    expect(true, error.remedy().startsWith("Fix the fields") && error.getMessage().contains(error.remedy()));
    expect(ENV.get("COUNTERFOIL_URL") + "/docs/errors#validation_failed", error.help());
    report("errors.remedy", "errors.help");

    expect(200, statusOfMe(tokens.mint(USER)));
    var kid = tokens.rotate(Files.readString(Path.of(ENV.get("NEXT_PRIVATE_KEY"))));
    expect(true, tokens.jwks().contains(kid));
    report("tokens.mint", "tokens.jwks", "tokens.rotate");

    var title = "{b}Free{/b} kopi & toast";
    expect("Free kopi & toast", Titles.plain(title));
    expect("<strong>Free</strong> kopi &amp; toast", Titles.toHtml(title));
    report("titles.plain", "titles.html");
  }

  /** For a live partner that has no twin yet. */
  private void createTwin() {
    var options = Counterfoil.builder().baseUrl(ENV.get("COUNTERFOIL_URL"));
    var live = options.slug(ENV.get("LIVE_SLUG")).secrets(ENV.get("LIVE_SECRET")).apiKey(ENV.get("LIVE_API_KEY")).build();
    var twin = live.sandbox().createTwin();
    expect(ENV.get("LIVE_SLUG") + "-test", twin.slug());
    var ofTwin = options.slug(twin.slug()).secrets(twin.secret()).apiKey(twin.apiKey()).build();
    expect(twin.slug(), ofTwin.sandbox().info().slug());
    expect(null, live.sandbox().createTwin().secret());
    report("sandbox.create_twin");
  }

  private String publishInSandbox() throws Exception {
    expect(ENV.get("ISSUER"), counterfoil.sandbox().info().issuer());
    report("sandbox.info");
    var merchantId = counterfoil.sandbox().scenarios().get(0).merchantId();
    expect(true, counterfoil.sandbox().publish(merchantId, "New in the sandbox").voucherId() != null);
    expect(200, statusOfMe(counterfoil.sandbox().token(new TestTokenRequest(USER)).token()));
    report("sandbox.scenarios", "sandbox.publish", "sandbox.token");
    return merchantId;
  }

  private String redeemInSandbox() {
    var scenario = counterfoil.sandbox().scenarios().stream()
        .filter(each -> each.scenario().equals("succeeds")).findFirst().orElseThrow();
    var redemption = counterfoil.sandbox().redeem(new TestRedemption(USER, scenario.voucherId()));
    expect(RedemptionStatus.SUCCESS, redemption.status());
    report("sandbox.redeem");
    return redemption.id();
  }

  private void moveClock() {
    // The response of the first advance is lost. A second one would move the clock again.
    var real = counterfoil.sandbox().clock().get().now();
    expect("connection_failed", failureOf(() -> counterfoil.sandbox().clock().advance(Period.ofDays(1))).code());
    expect(1L, Duration.between(real, counterfoil.sandbox().clock().get().now()).plusHours(12).toDays());
    counterfoil.sandbox().clock().advance(Duration.ofHours(1));
    counterfoil.sandbox().clock().set(real.plus(Duration.ofHours(1)));
    expect(true, Duration.between(real, counterfoil.sandbox().clock().reset().now()).toMinutes() < 30);
    report("sandbox.clock.get", "sandbox.clock.advance", "sandbox.clock.set", "sandbox.clock.reset");
  }

  /** The phone of the user shows a code, and the outlet confirms it. */
  private void confirmCode() throws Exception {
    var token = counterfoil.sandbox().token(new TestTokenRequest(USER)).token();
    var shown = counterfoil.sandbox().scenarios().stream()
        .filter(each -> each.scenario().equals("takes-codes")).findFirst().orElseThrow();
    var body = Json.write(Map.of("voucherId", shown.voucherId(), "outletId", shown.outletId()));
    var request = HttpRequest.newBuilder(URI.create(ENV.get("COUNTERFOIL_URL") + "/me/redemption-codes"))
        .headers("authorization", "Bearer " + token, "content-type", "application/json", "idempotency-key", "tour")
        .POST(HttpRequest.BodyPublishers.ofString(body)).build();
    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    var code = (String) Records.mapOf(Json.parse(response)).get("code");
    expect(RedemptionMethod.QR, counterfoil.sandbox().confirmCode(code).method());
    report("sandbox.confirm_code");
  }

  private String receiveEvents() throws Exception {
    var eventId = eventually(() -> handled.isEmpty() ? null : handled.get(0));
    var delivery = eventually(() -> counterfoil.support()
        .deliveries(new DeliveryQuery().type(EventType.REDEMPTION_CREATED)).items().stream()
        .filter(each -> each.state() == DeliveryState.DELIVERED).findFirst().orElse(null));
    expect(eventId, delivery.eventId());
    report("webhooks.handler", "support.deliveries");

    counterfoil.webhook().retry(delivery.id());
    eventually(() -> Collections.frequency(received, eventId) == 2 ? true : null);
    expect(List.of(eventId), handled);
    report("webhook.retry", "webhooks.once");

    var read = eventually(() -> {
      var ids = new ArrayList<String>();
      for (var event : counterfoil.events().iterate(null)) ids.add(event.id());
      return ids.contains(eventId) ? ids : null;
    });
    var saved = new ArrayList<String>();
    expect(read.size(), counterfoil.events().catchUp(null, handler, saved::add));
    expect(read, saved);
    expect(List.of(eventId), handled);
    report("events.iterate", "events.catch_up");
    var fixture = Testing.fixture(RedemptionCreated.class);
    handler.handle(new RedemptionCreated("another", fixture.createdAt(), false, fixture.data()));
    expect(List.of(eventId, "another"), handled);
    report("webhooks.handle");
    return eventId;
  }

  private void lookUp(String redemptionId, String merchantId) throws Exception {
    var user = counterfoil.support().find(USER).items().get(0);
    expect("Aina", user.displayName());
    expect(redemptionId, counterfoil.support().user(user.id()).redemptions().get(0).id());
    var succeeded = new RedemptionQuery().status(RedemptionStatus.SUCCESS);
    expect(redemptionId, counterfoil.support().redemptions(succeeded).items().get(0).id());
    var failed = eventually(() -> counterfoil.support().requests(new RequestQuery().status("400")).items().stream()
        .findFirst().orElse(null));
    expect(true, failed.reason().contains("externalUserId"));
    expect(List.of(), counterfoil.support().alerts());
    report("support.find", "support.user", "support.redemptions", "support.requests", "support.alerts");
    expect(1, counterfoil.support().redemptions(new RedemptionQuery().count(true)).count().value());
    var page = counterfoil.support().requests(new RequestQuery().limit(1));
    var next = counterfoil.support().requests(new RequestQuery().cursor(page.nextCursor()));
    expect(false, next.items().get(0).id().equals(page.items().get(0).id()));
    expect("backend 4.2.0", counterfoil.support().recordDeployment("backend 4.2.0").name());
    expect(List.of(), counterfoil.support().requests(new RequestQuery().newSinceDeployment(true)).items());
    report("support.count", "support.paging", "support.record_deployment");

    var ids = new ArrayList<String>();
    for (var merchant : counterfoil.merchants().iterate()) ids.add(merchant.id());
    expect(true, ids.contains(merchantId));
    report("merchants.iterate");
  }

  private void manageEndpoint() {
    expect(200, counterfoil.webhook().test(EventType.CLAIM_CREATED).status());
    expect(1, samples.size());
    expect(EndpointState.OK, counterfoil.webhook().health().state());
    expect(0, counterfoil.webhook().deliverNow().deliveries());
    expect(ENV.get("SLUG"), counterfoil.webhook().resume().slug());
    report("webhook.test", "webhook.health", "webhook.deliver_now", "webhook.resume");
    var request = new ReplayRequest(Instant.now().minus(Duration.ofHours(1)), ReplaySelection.FAILED);
    expect(ReplaySelection.FAILED, counterfoil.webhook().replay(request).only());
    expect(ReplaySelection.FAILED, counterfoil.webhook().progress().only());
    report("webhook.replay", "webhook.progress");
  }

  private void testOwnReceiver() throws Exception {
    var event = Testing.fixture(ClaimCreated.class);
    var request = Testing.signedRequest(event, ENV.get("SECRET"));
    expect(event, counterfoil.webhooks().verify(request.body(), request.headers()));
    expect(event, new Webhooks(ENV.get("SECRET")).verify(request.body(), request.headers()));
    report("testing.signed_request", "testing.fixtures", "webhooks.verify", "webhooks.alone");
  }

  private void end(String redemptionId, String goneEventId) throws Exception {
    // First, since the delivery of the void uses up the failure.
    expect(1, counterfoil.sandbox().deliveries(new DeliveryTest().failNext(1)).failing());
    expect("Twice by mistake.", counterfoil.sandbox().voidRedemption(redemptionId, "Twice by mistake.").reason());
    eventually(() -> counterfoil.sandbox().deliveries(new DeliveryTest().retryNow(true)).retried() == 1 ? true : null);
    report("sandbox.deliveries", "sandbox.retry_now", "sandbox.void");

    var rotated = options.secrets(counterfoil.secret().rotate()).retries(0).build();
    rotated.users().delete(USER);
    expect(null, counterfoil.support().find(USER).items().get(0).displayName());
    expect(null, counterfoil.secret().promote().nextSecretSince());
    report("secret.rotate", "secret.promote", "users.delete");

    counterfoil.sandbox().reset();
    expect(List.of(), counterfoil.support().find(USER).items());
    report("sandbox.reset");
    for (var event : counterfoil.events().iterate(goneEventId)) expect(null, event);
    expect(true, warnings.get(warnings.size() - 1).endsWith("is gone, so some events may come again"));
    report("warnings.cursor_lost");
  }

  private static int statusOfMe(String token) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(ENV.get("COUNTERFOIL_URL") + "/me"))
        .header("authorization", "Bearer " + token).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
  }

  /** Repeats a check until its result is not null: deliveries and the feed need a moment. */
  private static <T> T eventually(Callable<T> check) throws Exception {
    for (int attempt = 0; attempt < 600; attempt++) {
      var result = check.call();
      if (result != null) return result;
      Thread.sleep(50);
    }
    throw new AssertionError("still nothing after 30 seconds");
  }

  private static CounterfoilException failureOf(Runnable call) {
    try {
      call.run();
    } catch (CounterfoilException error) {
      return error;
    }
    throw new AssertionError("The call succeeded");
  }

  private static void expect(Object expected, Object found) {
    if (!Objects.equals(expected, found)) throw new AssertionError("expected " + expected + ", found " + found);
  }

  private static void report(String... features) {
    for (var feature : features) System.out.println(Json.write(Map.of("feature", feature)));
  }
}
