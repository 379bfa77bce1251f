// A whole integration: creates users, mints their tokens, serves the JWKS, receives webhooks and catches up.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import counterfoil.Counterfoil;
import counterfoil.Event;
import counterfoil.Tokens;
import counterfoil.User;
import counterfoil.WebhookException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

public final class Backend {
  /** Use your database instead: the ids of handled events. */
  private static final Set<String> handled = ConcurrentHashMap.newKeySet();

  public static void main(String[] args) throws IOException {
    var env = System.getenv();
    var url = env.get("COUNTERFOIL_URL");
    var counterfoil = new Counterfoil(url, env.get("SLUG"), List.of(env.get("SECRETS").split(",")));
    var tokens = new Tokens(env.get("ISSUER"), null, List.of(Files.readString(Path.of(env.get("PRIVATE_KEY")))));
    counterfoil.catchUp(null, Backend::handle, id -> {}); // Load and save the last id in your database.

    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(env.get("PORT"))), 0);
    server.createContext("/jwks.json", exchange -> respond(exchange, 200, tokens.jwks()));
    server.createContext("/vouchers", exchange -> {
      var user = exchange.getRequestHeaders().getFirst("x-user"); // Take the user from your session instead.
      counterfoil.upsertUser(User.of(user));
      respond(exchange, 200, url + "/app/#token=" + tokens.mint(new Tokens.User(user), Duration.ofHours(1)));
    });
    server.createContext("/hooks", exchange -> {
      try {
        handle(counterfoil.webhooks.verify(exchange.getRequestBody().readAllBytes(), exchange.getRequestHeaders()));
        respond(exchange, 200, "ok");
      } catch (WebhookException error) {
        respond(exchange, 401, error.getMessage());
      }
    });
    server.start();
  }

  private static void handle(Event event) {
    if (!handled.add(event.id()) || event.isTest() || !event.type().equals("CLAIM_CREATED")) return;
    System.out.println(event.text("externalUserId") + " claimed " + event.text("voucherTitle"));
  }

  private static void respond(HttpExchange exchange, int status, String text) throws IOException {
    exchange.sendResponseHeaders(status, 0);
    try (var body = exchange.getResponseBody()) {
      body.write(text.getBytes());
    }
  }
}
