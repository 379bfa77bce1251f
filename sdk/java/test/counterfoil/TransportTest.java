package counterfoil;

import static counterfoil.Checks.check;

import com.sun.net.httpserver.HttpServer;
import counterfoil.model.ErrorCode;
import counterfoil.model.TestRedemption;
import counterfoil.model.UserUpsert;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;

/** Responses that the real service gives only by chance. */
final class TransportTest {
  private record Reply(int status, String body) {}

  /** Its headers arrive, but the end of its body does not. */
  private static final Reply STALLED = new Reply(200, "{\"userId\":");

  private static final Queue<Reply> replies = new ArrayDeque<>();
  private static final List<String> requests = new ArrayList<>();
  private static final CountDownLatch stalled = new CountDownLatch(1);

  private TransportTest() {}

  static void run() throws Exception {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> {
      try (exchange) {
        requests.add(exchange.getRequestMethod());
        var reply = replies.remove();
        var bytes = reply.body.getBytes();
        exchange.getResponseHeaders().set("link", "</docs/errors#voucher_expired>; rel=\"help\"");
        exchange.sendResponseHeaders(reply.status, bytes.length + (reply == STALLED ? 1 : 0));
        exchange.getResponseBody().write(bytes);
        exchange.getResponseBody().flush();
        if (reply == STALLED) stalled.await();
      } catch (InterruptedException error) {
        throw new IllegalStateException(error);
      }
    });
    server.start();
    try {
      var url = "http://127.0.0.1:" + server.getAddress().getPort();
      var client = Counterfoil.builder().baseUrl(url).slug("acme-pay-test").secrets("whsec_x").build();
      doesNotRepeatARedemption(client);
      repeatsAnUpsert(client);
      explainsErrors(client, url);
      endsAStalledResponse(url);
      refusesRedirects();
    } finally {
      server.stop(0);
    }
  }

  private static void doesNotRepeatARedemption(Counterfoil client) {
    replies.add(new Reply(503, "{\"error\":\"unavailable\"}"));
    var redemption = new TestRedemption("user-42", "v");
    check("a redemption that may have been executed", "unavailable", failureOf(() -> client.sandbox().redeem(redemption)).code());
    check("is not repeated", List.of("POST"), requests);
    requests.clear();
  }

  private static void repeatsAnUpsert(Counterfoil client) {
    replies.add(new Reply(503, "{\"error\":\"unavailable\"}"));
    replies.add(new Reply(200, "{\"userId\":\"1\",\"created\":false}"));
    check("an upsert is repeated", "1", client.users().upsert(new UserUpsert("user-42")).userId());
    replies.add(new Reply(200, "<html>"));
    check("the page of a proxy", "unexpected_response", failureOf(() -> client.users().upsert(new UserUpsert("1"))).code());
    replies.add(new Reply(200, "{\"userId\":1}"));
    check("another shape", "unexpected_response", failureOf(() -> client.users().upsert(new UserUpsert("1"))).code());
  }

  private static void explainsErrors(Counterfoil client, String url) {
    replies.add(new Reply(422, "{\"error\":\"voucher_expired\"}"));
    var error = failureOf(() -> client.sandbox().redeem(new TestRedemption("user-42", "v")));
    check("the code", ErrorCode.VOUCHER_EXPIRED, error.code());
    check("the remedy", "Tell the user that the voucher has expired.", error.remedy());
    check("the remedy is part of the message", true, error.getMessage().endsWith(error.remedy()));
    check("the help is absolute", url + "/docs/errors#voucher_expired", error.help());
    replies.add(new Reply(422, "{\"error\":\"too_new\"}"));
    check("a code without a remedy", "", failureOf(() -> client.sandbox().clock().reset()).remedy());
    boolean isRefused = false;
    try {
      client.support().alerts();
    } catch (IllegalStateException missing) {
      isRefused = missing.getMessage().contains("apiKey");
    }
    check("a call without its API key", true, isRefused);
  }

  private static void endsAStalledResponse(String url) {
    replies.add(STALLED);
    var client = Counterfoil.builder().baseUrl(url).slug("acme-pay-test").secrets("whsec_x")
        .retries(0).timeout(Duration.ofMillis(300)).build();
    check("a body that never ends", "timeout", failureOf(() -> client.users().upsert(new UserUpsert("1"))).code());
    stalled.countDown();
  }

  private static void refusesRedirects() {
    var follows = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
    boolean isRefused = false;
    try {
      Counterfoil.builder().httpClient(follows);
    } catch (IllegalArgumentException error) {
      isRefused = true;
    }
    check("a client that follows redirects", true, isRefused);
  }

  private static CounterfoilException failureOf(Runnable call) {
    try {
      call.run();
    } catch (CounterfoilException error) {
      return error;
    }
    throw new AssertionError("The call succeeded");
  }
}
