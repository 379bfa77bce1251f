package counterfoil;

import static counterfoil.Checks.check;

import com.sun.net.httpserver.HttpServer;
import counterfoil.model.ClaimCreated;
import counterfoil.model.Event;
import counterfoil.model.RedemptionCreated;
import counterfoil.model.UnknownEvent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Deliveries to the handler, over a socket where the server matters. */
final class WebhookHandlerTest {
  private static final String SECRET = "whsec_the_secret";
  private static final Webhooks WEBHOOKS = Counterfoil.builder()
      .baseUrl("https://vouchers.example.com").slug("acme-pay").secrets(SECRET).build().webhooks();
  private static final ClaimCreated CLAIM = Testing.fixture(ClaimCreated.class);

  private WebhookHandlerTest() {}

  static void run() throws Exception {
    overHttp();
    dispatchesByType();
    handlesOnce();
    handlesTogetherOnce();
    repeatsFailedWork();
  }

  private static void overHttp() throws Exception {
    var seen = new ArrayList<String>();
    var errors = new ArrayList<String>();
    var handler = WEBHOOKS.handler().on(ClaimCreated.class, event -> seen.add(event.data().voucherTitle()))
        .onError(error -> errors.add(((WebhookException) error).code())).build();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/hooks", handler);
    server.start();
    try {
      var receiver = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hooks");
      var http = HttpClient.newHttpClient();
      var delivered = http.send(Testing.signedRequest(CLAIM, SECRET).to(receiver), BodyHandlers.ofString());
      check("a delivery", "200 ok", delivered.statusCode() + " " + delivered.body());
      check("a delivery", List.of(CLAIM.data().voucherTitle()), seen);
      var large = HttpRequest.newBuilder(receiver).POST(BodyPublishers.ofByteArray(new byte[1024 * 1024 + 1])).build();
      check("more than 1 MiB", 413, http.send(large, BodyHandlers.ofString()).statusCode());
      check("what onError gets", List.of("body_too_large"), errors);
    } finally {
      server.stop(0);
    }
  }

  private static void dispatchesByType() {
    var seen = new ArrayList<String>();
    var handler = WEBHOOKS.handler()
        .on(ClaimCreated.class, event -> seen.add("claim"))
        .on(UnknownEvent.class, event -> seen.add(event.type() + " " + event.data().get("color")))
        .onSample(event -> seen.add("sample of " + event.type()))
        .build();
    check("a type without a function", 200, deliver(handler, Testing.fixture(RedemptionCreated.class)));
    var unknown = new UnknownEvent("1", "VOUCHER_RETIRED", Instant.EPOCH, false, Map.of("color", "red"));
    check("an unknown type", 200, deliver(handler, unknown));
    var sample = new ClaimCreated(CLAIM.id(), CLAIM.createdAt(), true, CLAIM.data());
    check("a sample", 200, deliver(handler, sample));
    check("each function gets its events", List.of("VOUCHER_RETIRED red", "sample of CLAIM_CREATED"), seen);
    var quiet = WEBHOOKS.handler().onError(error -> {}).build();
    check("no signature", 401, quiet.respond(new byte[0], Map.of()).status());
    check("no header, as servlets say it", 401, quiet.respond(new byte[0], (String) null).status());
    var notAnEvent = "[]".getBytes();
    var signature = Signature.ofWebhook(SECRET, Instant.now().getEpochSecond(), notAnEvent);
    check("not an event", 400, quiet.respond(notAnEvent, Map.of("X-Signature", List.of(signature))).status());
  }

  private static void handlesOnce() throws Exception {
    var seen = new ArrayList<String>();
    var handler = WEBHOOKS.handler().on(ClaimCreated.class, event -> seen.add(event.id())).once(OnceStore.inMemory()).build();
    check("the first delivery", 200, deliver(handler, CLAIM));
    check("the second delivery", 200, deliver(handler, CLAIM));
    handler.handle(CLAIM);
    check("two deliveries and the feed are handled once", List.of(CLAIM.id()), seen);
  }

  private static void handlesTogetherOnce() throws Exception {
    var seen = Collections.synchronizedList(new ArrayList<String>());
    var isWorking = new CountDownLatch(1);
    var mayFinish = new CountDownLatch(1);
    var handler = WEBHOOKS.handler().on(ClaimCreated.class, event -> {
      isWorking.countDown();
      mayFinish.await();
      seen.add(event.id());
    }).once(OnceStore.inMemory()).build();
    var first = CompletableFuture.supplyAsync(() -> deliver(handler, CLAIM));
    isWorking.await();
    var second = new CompletableFuture<Integer>();
    var thread = new Thread(() -> second.complete(deliver(handler, CLAIM)));
    thread.start();
    // The second delivery waits for the first one instead of working itself, or of responding before the work is done.
    while (thread.isAlive() && thread.getState() != Thread.State.WAITING) Thread.onSpinWait();
    check("the second delivery waits", false, second.isDone());
    mayFinish.countDown();
    check("deliveries that arrive together", List.of(200, 200), List.of(first.get(), second.get()));
    check("deliveries that arrive together are handled once", 1, seen.size());
  }

  private static void repeatsFailedWork() {
    var attempts = new ArrayList<String>();
    var errors = new ArrayList<String>();
    var handler = WEBHOOKS.handler().on(ClaimCreated.class, event -> {
      attempts.add(event.id());
      if (attempts.size() == 1) throw new IllegalStateException("no database");
    }).once(OnceStore.inMemory()).onError(error -> errors.add(error.getMessage())).build();
    check("work that fails", 500, deliver(handler, CLAIM));
    check("work that fails", List.of("no database"), errors);
    check("the next delivery", 200, deliver(handler, CLAIM));
    check("failed work is done again", 2, attempts.size());
  }

  private static int deliver(WebhookHandler handler, Event event) {
    var request = Testing.signedRequest(event, SECRET);
    return handler.respond(request.body(), request.headers()).status();
  }
}
