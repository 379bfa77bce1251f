package counterfoil;

import static java.nio.charset.StandardCharsets.UTF_8;

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

  private record Key(RSAPrivateCrtKey key, Map<String, Object> published, Instant signsFrom) {}

  /** The user of a token. E-mail address and name may be null. */
  public record User(String externalUserId, String email, String displayName) {
    public User(String externalUserId) {
      this(externalUserId, null, null);
    }
  }

  private final String issuer;
  private final String audience;
  private final Clock clock;
  private final CopyOnWriteArrayList<Key> keys = new CopyOnWriteArrayList<>();

  /**
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

  /** A token for one user. */
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

  /** The public keys as JSON. Serve it at your JWKS URL. */
  public String jwks() {
    return Json.write(Map.of("keys", keys.stream().map(Key::published).toList()));
  }

  /** Publishes a new key at once, and signs with it after 30 seconds. Returns its {@code kid}. */
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
