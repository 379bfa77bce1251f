package counterfoil;

import static counterfoil.Checks.check;

import com.sun.net.httpserver.HttpServer;
import counterfoil.model.ErrorCode;
import counterfoil.model.TestRedemption;
import counterfoil.model.UserUpsert;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Responses that the real service gives only by chance. */
final class TransportTest {
  private record Reply(int status, String body) {}

  private static final Queue<Reply> replies = new ArrayDeque<>();
  private static final List<String> requests = new ArrayList<>();

  private TransportTest() {}

  static void run() throws Exception {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> {
      try (exchange) {
        requests.add(exchange.getRequestMethod());
        var reply = replies.remove();
        var bytes = reply.body.getBytes();
        exchange.getResponseHeaders().set("link", "</docs/errors#voucher_expired>; rel=\"help\"");
        exchange.sendResponseHeaders(reply.status, bytes.length);
        exchange.getResponseBody().write(bytes);
      }
    });
    server.start();
    try {
      var url = "http://127.0.0.1:" + server.getAddress().getPort();
      var client = Counterfoil.builder().baseUrl(url).slug("acme-pay-test").secrets("whsec_x").build();
      doesNotRepeatARedemption(client);
      repeatsAnUpsert(client);
      explainsErrors(client, url);
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

  private static CounterfoilException failureOf(Runnable call) {
    try {
      call.run();
    } catch (CounterfoilException error) {
      return error;
    }
    throw new AssertionError("The call succeeded");
  }
}
