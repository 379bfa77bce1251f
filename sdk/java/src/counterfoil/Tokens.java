package counterfoil;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpHandler;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Mints RS256 tokens for the webview and the consumer routes. */
public final class Tokens {
  /** The service fetches a JWKS again at most every 30 seconds: until then, it may refuse a new key. */
  private static final Duration PUBLICATION_DELAY = Duration.ofSeconds(30);

  private static final Duration DEFAULT_LIFETIME = Duration.ofHours(1);

  private record Key(RSAPrivateCrtKey key, Map<String, Object> published, Instant signsFrom) {}

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
  private final CopyOnWriteArrayList<Key> keys = new CopyOnWriteArrayList<>();

  /**
   * For an issuer with one key and without an audience.
   *
   * @param issuer the issuer that you registered
   * @param pem an RSA private key as PKCS #8 PEM
   */
  public Tokens(String issuer, String pem) {
    this(issuer, null, List.of(pem));
  }

  /**
   * For several keys, or with an audience.
   *
   * @param issuer the issuer that you registered
   * @param audience null if you registered none
   * @param pems RSA private keys as PKCS #8 PEM. The first one signs; all of them are published.
   */
  public Tokens(String issuer, String audience, List<String> pems) {
    this(issuer, audience, pems, Clock.systemUTC());
  }

  Tokens(String issuer, String audience, List<String> pems, Clock clock) {
    if (pems.isEmpty()) throw new IllegalArgumentException("Tokens needs at least one private key");
    this.issuer = issuer;
    this.audience = audience;
    this.clock = clock;
    for (var pem : pems) keys.add(parse(pem, Instant.EPOCH));
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
    var key = keys.stream().filter(each -> !each.signsFrom.isAfter(now)).findFirst().orElseThrow();
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
    header.put("alg", "RS256");
    header.put("typ", "JWT");
    header.put("kid", key.published.get("kid"));
    var input = encode(Json.write(header).getBytes(UTF_8)) + "." + encode(Json.write(claims).getBytes(UTF_8));
    return input + "." + encode(sign(key.key, input.getBytes(UTF_8)));
  }

  /**
   * The public keys. Serve them at your JWKS URL.
   *
   * @return a JWKS as JSON
   */
  public String jwks() {
    return Json.write(Map.of("keys", keys.stream().map(Key::published).toList()));
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
   * @param newPem an RSA private key as PKCS #8 PEM
   * @return its {@code kid}
   */
  public String rotate(String newPem) {
    var key = parse(newPem, clock.instant().plus(PUBLICATION_DELAY));
    keys.add(0, key);
    return (String) key.published.get("kid");
  }

  private static Key parse(String pem, Instant signsFrom) {
    if (!pem.contains("-----BEGIN PRIVATE KEY-----")) {
      throw new IllegalArgumentException("A key is not PKCS #8 PEM (BEGIN PRIVATE KEY). "
          + "Convert it: openssl pkcs8 -topk8 -nocrypt -in key.pem");
    }
    var base64 = pem.replaceAll("-----[A-Z ]+-----|\\s", "");
    try {
      var spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64));
      var key = (RSAPrivateCrtKey) KeyFactory.getInstance("RSA").generatePrivate(spec);
      var published = new LinkedHashMap<String, Object>();
      published.put("e", encode(unsigned(key.getPublicExponent())));
      published.put("kty", "RSA");
      published.put("n", encode(unsigned(key.getModulus())));
      // RFC 7638: the same key always gets the same kid.
      published.put("kid", encode(Signature.sha256(Json.write(published).getBytes(UTF_8))));
      published.put("alg", "RS256");
      published.put("use", "sig");
      return new Key(key, published, signsFrom);
    } catch (GeneralSecurityException error) {
      throw new IllegalArgumentException("A key must be an RSA private key", error);
    }
  }

  private static byte[] sign(RSAPrivateCrtKey key, byte[] input) {
    try {
      var signature = java.security.Signature.getInstance("SHA256withRSA");
      signature.initSign(key);
      signature.update(input);
      return signature.sign();
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  private static byte[] unsigned(BigInteger number) {
    var bytes = number.toByteArray();
    return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
  }

  private static String encode(byte[] data) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(data);
  }
}
