// A whole integration: creates users, mints their tokens, serves the JWKS, receives webhooks and catches up.
import com.sun.net.httpserver.HttpServer;
import counterfoil.*;
import counterfoil.model.*;
import java.net.InetSocketAddress;
import java.nio.file.*;

public final class Backend {
  public static void main(String[] args) throws Exception {
    var env = System.getenv();
    var url = env.get("COUNTERFOIL_URL");
    var secrets = env.get("SECRETS").split(",");
    var counterfoil = Counterfoil.builder().baseUrl(url).slug(env.get("SLUG")).secrets(secrets).build();
    var tokens = new Tokens(env.get("ISSUER"), Files.readString(Path.of(env.get("PRIVATE_KEY"))));

    var webhooks = counterfoil.webhooks().handler()
        .on(RedemptionCreated.class, event -> {
          var redeemed = event.data();
          System.out.println(redeemed.externalUserId() + " redeemed " + Titles.plain(redeemed.voucherTitle()));
        })
        .once(OnceStore.inMemory()) // Use your database instead.
        .build();
    counterfoil.events().catchUp(null, webhooks, id -> {}); // Load and save the last id in your database.

    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(env.get("PORT"))), 0);
    server.createContext("/hooks", webhooks);
    server.createContext("/jwks.json", tokens.jwksHandler());
    server.createContext("/vouchers", exchange -> {
      try (exchange) {
        var user = exchange.getRequestHeaders().getFirst("x-user"); // Take the user from your session instead.
        counterfoil.users().upsert(new UserUpsert(user));
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write((url + "/app/#token=" + tokens.mint(user)).getBytes());
      } catch (CounterfoilException error) {
        System.err.println(error.getMessage());
      }
    });
    server.start();
  }
}
