package counterfoil;

import static counterfoil.Checks.check;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tests the package with sdk/vectors. */
@SuppressWarnings("unchecked")
final class VectorsTest {
  private static final URI BASE = URI.create("https://vouchers.example.com");
  private static Path folder;

  private VectorsTest() {}

  static void run(Path vectors) throws Exception {
    folder = vectors;
    signatures();
    standardSignatures();
    webhooks();
    tokens();
    errors();
    rotation();
    emptySecrets();
  }

  private static void signatures() throws Exception {
    for (var c : cases("signatures")) {
      var header = Signature.ofRequest(
          (String) c.get("secret"), (Long) c.get("timestamp"), (String) c.get("method"), (String) c.get("path"), body(c));
      check(c.get("name"), c.get("header"), header);
    }
  }

  private static void standardSignatures() throws Exception {
    var vectors = (Map<String, Object>) Json.parse(Files.readString(folder.resolve("signatures.json")));
    for (var c : (List<Map<String, Object>>) vectors.get("standard")) {
      var signature =
          Signature.standard((String) c.get("secret"), (String) c.get("id"), (Long) c.get("timestamp"), body(c));
      check(c.get("name"), c.get("signature"), signature);
    }
  }

  private static void webhooks() throws Exception {
    for (var c : cases("webhooks")) {
      var headers = new LinkedHashMap<String, List<String>>();
      ((Map<String, String>) c.get("headers")).forEach((name, value) -> headers.put(name, List.of(value)));
      String outcome;
      Map<String, Object> found = null;
      try {
        var event = webhooksOf((List<String>) c.get("secrets"), at((Long) c.get("now"))).verify(body(c), headers);
        outcome = "valid";
        found = Map.of("id", event.id(), "type", event.type(), "test", event.test());
      } catch (WebhookException error) {
        outcome = error.code();
      }
      check(c.get("name"), c.get("outcome"), outcome);
      check(c.get("name"), c.get("event"), found);
    }
  }

  private static void tokens() throws Exception {
    var vectors = load("tokens");
    for (var c : (List<Map<String, Object>>) vectors.get("cases")) {
      var keys = List.of((String) vectors.get("key"));
      var tokens = new Tokens((String) c.get("issuer"), (String) c.get("audience"), keys, at((Long) c.get("now")));
      var user = (Map<String, String>) c.get("user");
      var lifetime = Duration.ofSeconds((Long) c.getOrDefault("expiresIn", 3600L));
      var minted = new Tokens.User(user.get("externalUserId"), user.get("email"), user.get("displayName"));
      check(c.get("name"), c.get("token"), tokens.mint(minted, lifetime));
      check(c.get("name"), vectors.get("jwks"), Json.parse(tokens.jwks()));
    }
  }

  private static void errors() throws Exception {
    for (var c : cases("errors")) {
      var headers = (Map<String, String>) c.get("headers");
      var expected = (Map<String, Object>) c.get("expected");
      var status = ((Long) c.get("status")).intValue();
      var error = CounterfoilException.of(Call.get("/"), BASE, status, headers::get, (String) c.get("body"));
      var issues = error.issues().stream().map(one -> Map.of("path", one.path(), "message", one.message())).toList();
      check(c.get("name"), expected.get("code"), error.code());
      check(c.get("name"), expected.get("status"), (long) error.status());
      check(c.get("name"), expected.getOrDefault("details", Map.of()), error.details());
      check(c.get("name"), expected.get("requestId"), error.requestId());
      check(c.get("name"), expected.get("retryAfterSeconds"), asLong(error.retryAfterSeconds()));
      check(c.get("name"), expected.getOrDefault("issues", List.of()), issues);
      check(c.get("name"), expected.get("help"), error.help());
      if (expected.containsKey("remedy")) check(c.get("name"), expected.get("remedy"), error.remedy());
      check(c.get("name"), expected.get("isRetried"), Transport.isWorthRetrying(error));
    }
  }

  private static void rotation() throws Exception {
    var first = (String) load("tokens").get("key");
    var generator = java.security.KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    var der = generator.generateKeyPair().getPrivate().getEncoded();
    var second = "-----BEGIN PRIVATE KEY-----\n" + Base64.getMimeEncoder().encodeToString(der) + "\n-----END PRIVATE KEY-----\n";
    var now = new long[] {1000};
    var clock = new Clock() {
      @Override public java.time.ZoneId getZone() { return ZoneOffset.UTC; }
      @Override public Clock withZone(java.time.ZoneId zone) { return this; }
      @Override public Instant instant() { return Instant.ofEpochSecond(now[0]); }
    };
    var tokens = new Tokens("https://id.example.com", null, List.of(first), clock);
    var name = "a new key is published at once and signs after 30 s";
    var before = header(tokens);
    var kid = tokens.rotate(second);
    check(name, true, tokens.jwks().startsWith("{\"keys\":[{\"e\"") && tokens.jwks().contains(kid));
    now[0] = 1029;
    check(name, before, header(tokens));
    now[0] = 1030;
    check(name, false, before.equals(header(tokens)));
  }

  private static void emptySecrets() {
    for (var secrets : List.of(List.<String>of(), List.of(""), List.of("whsec_x", ""))) {
      boolean isRefused = false;
      try {
        webhooksOf(secrets, Clock.systemUTC());
      } catch (IllegalArgumentException error) {
        isRefused = true;
      }
      check("empty secrets", true, isRefused);
    }
  }

  private static String header(Tokens tokens) {
    return tokens.mint("user-42").split("\\.")[0];
  }

  private static Webhooks webhooksOf(List<String> secrets, Clock clock) {
    return new Webhooks(secrets, Webhooks.DEFAULT_TOLERANCE, clock);
  }

  private static Long asLong(Integer number) {
    return number == null ? null : Long.valueOf(number);
  }

  private static Clock at(long seconds) {
    return Clock.fixed(Instant.ofEpochSecond(seconds), ZoneOffset.UTC);
  }

  private static byte[] body(Map<String, Object> c) {
    return Base64.getDecoder().decode((String) c.get("body"));
  }

  private static List<Map<String, Object>> cases(String name) throws Exception {
    return (List<Map<String, Object>>) load(name).get("cases");
  }

  private static Map<String, Object> load(String name) throws Exception {
    return (Map<String, Object>) Json.parse(Files.readString(folder.resolve(name + ".json")));
  }
}
