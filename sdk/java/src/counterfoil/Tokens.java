package counterfoil;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpHandler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Mints tokens for the webview and the consumer routes. Keys are PKCS #8 PEM or private JWKs: RSA, P-256 or Ed25519.
 */
public final class Tokens {
  /** The service fetches a JWKS again at most every 30 seconds: until then, it may refuse a new key. */
  private static final Duration PUBLICATION_DELAY = Duration.ofSeconds(30);

  private static final Duration DEFAULT_LIFETIME = Duration.ofHours(1);

  private record Scheduled(SigningKey key, Instant signsFrom) {}

  /**
   * The user of a token.
   *
   * @param externalUserId your own id of the user
   * @param email the e-mail address; may be null
   * @param displayName the name; may be null
   */
  public record User(String externalUserId, String email, String displayName) {}

  private final String issuer;
  private final String audience;
  private final Clock clock;
  private final CopyOnWriteArrayList<Scheduled> keys = new CopyOnWriteArrayList<>();

  /**
   * For an issuer with one key and without an audience.
   *
   * @param issuer the issuer that you registered
   * @param key a private key as PKCS #8 PEM or JWK
   */
  public Tokens(String issuer, String key) {
    this(issuer, null, List.of(key));
  }

  /**
   * For several keys, or with an audience.
   *
   * @param issuer the issuer that you registered
   * @param audience null if you registered none
   * @param keys private keys as PKCS #8 PEM or JWK. The first one signs; all of them are published.
   */
  public Tokens(String issuer, String audience, List<String> keys) {
    this(issuer, audience, keys, Clock.systemUTC());
  }

  Tokens(String issuer, String audience, List<String> keys, Clock clock) {
    if (keys.isEmpty()) throw new IllegalArgumentException("Tokens needs at least one private key");
    this.issuer = issuer;
    this.audience = audience;
    this.clock = clock;
    for (var key : keys) this.keys.add(new Scheduled(SigningKey.parse(key), Instant.EPOCH));
  }

  /**
   * A token for one user, valid for an hour.
   *
   * @param externalUserId your own id of the user
   * @return a JWT for the webview and the consumer routes
   */
  public String mint(String externalUserId) {
    return mint(new User(externalUserId, null, null), DEFAULT_LIFETIME);
  }

  /**
   * A token for one user.
   *
   * @param user the user, with e-mail address and name if you want to pass them on
   * @param lifetime how long the token is valid
   * @return a JWT for the webview and the consumer routes
   */
  public String mint(User user, Duration lifetime) {
    var now = clock.instant();
    var key = keys.stream().filter(each -> !each.signsFrom.isAfter(now)).findFirst().orElseThrow().key;
    var claims = new LinkedHashMap<String, Object>();
    claims.put("iss", issuer);
    claims.put("aud", audience);
    claims.put("sub", user.externalUserId);
    claims.put("iat", now.getEpochSecond());
    claims.put("exp", now.plus(lifetime).getEpochSecond());
    claims.put("email", user.email);
    claims.put("displayName", user.displayName);
    claims.values().removeIf(value -> value == null);
    var header = new LinkedHashMap<String, Object>();
    header.put("alg", key.alg());
    header.put("typ", "JWT");
    header.put("kid", key.kid());
    var input = part(header) + "." + part(claims);
    return input + "." + SigningKey.encode(key.sign(input.getBytes(UTF_8)));
  }

  /**
   * The public keys. Serve them at your JWKS URL.
   *
   * @return a JWKS as JSON
   */
  public String jwks() {
    return Json.write(Map.of("keys", keys.stream().map(each -> each.key.published()).toList()));
  }

  /**
   * Serves the public keys with {@code com.sun.net.httpserver.HttpServer}.
   *
   * @return a handler for your JWKS URL
   */
  public HttpHandler jwksHandler() {
    return exchange -> {
      try (exchange) {
        var body = jwks().getBytes(UTF_8);
        exchange.getResponseHeaders().set("content-type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
      }
    };
  }

  /**
   * Publishes a new key at once, and signs with it after 30 seconds. Older keys stay published, since their tokens are still
   * valid. Every process that mints tokens or serves the JWKS needs the new key.
   *
   * @param newKey a private key as PKCS #8 PEM or JWK
   * @return its {@code kid}
   */
  public String rotate(String newKey) {
    var key = SigningKey.parse(newKey);
    keys.add(0, new Scheduled(key, clock.instant().plus(PUBLICATION_DELAY)));
    return key.kid();
  }

  private static String part(Map<String, Object> fields) {
    return SigningKey.encode(Json.write(fields).getBytes(UTF_8));
  }
}
