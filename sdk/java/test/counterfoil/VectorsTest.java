package counterfoil;

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
import java.util.Objects;

/** Tests the package with sdk/vectors, whose folder is the argument. Java's standard library has no test runner. */
@SuppressWarnings("unchecked")
public final class VectorsTest {
  private static int failures = 0;
  private static int checks = 0;
  private static Path folder;

  public static void main(String[] args) throws Exception {
    folder = Path.of(args[0]);
    signatures();
    webhooks();
    tokens();
    errors();
    rotation();
    emptySecrets();
    System.out.println(checks + " checks, " + failures + " failures");
    System.exit(failures == 0 && checks > 60 ? 0 : 1);
  }

  private static void signatures() throws Exception {
    for (var c : cases("signatures")) {
      var header = Signature.ofRequest(
          (String) c.get("secret"), (Long) c.get("timestamp"), (String) c.get("method"), (String) c.get("path"), body(c));
      check(c, c.get("header"), header);
    }
  }

  private static void webhooks() throws Exception {
    for (var c : cases("webhooks")) {
      var headers = new LinkedHashMap<String, List<String>>();
      ((Map<String, String>) c.get("headers")).forEach((name, value) -> headers.put(name, List.of(value)));
      String outcome;
      Map<String, Object> found = null;
      try {
        var event = new Webhooks((List<String>) c.get("secrets"), at((Long) c.get("now"))).verify(body(c), headers);
        outcome = "valid";
        found = Map.of("id", event.id(), "type", event.type(), "test", event.isTest());
      } catch (WebhookException error) {
        outcome = error.code;
      }
      check(c, c.get("outcome"), outcome);
      check(c, c.get("event"), found);
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
      check(c, c.get("token"), tokens.mint(minted, lifetime));
      check(c, vectors.get("jwks"), Json.parse(tokens.jwks()));
    }
  }

  private static void errors() throws Exception {
    for (var c : cases("errors")) {
      var headers = (Map<String, String>) c.get("headers");
      var expected = (Map<String, Object>) c.get("expected");
      try {
        Counterfoil.read("GET /", ((Long) c.get("status")).intValue(), headers::get, (String) c.get("body"));
        check(c, "an exception", "a result");
      } catch (CounterfoilException error) {
        check(c, expected.get("code"), error.code);
        check(c, expected.get("status"), (long) error.status);
        check(c, expected.get("details"), error.details);
        check(c, expected.get("requestId"), error.requestId);
        var seconds = error.retryAfterSeconds;
        check(c, expected.get("retryAfterSeconds"), seconds == null ? null : (Object) seconds.longValue());
        var issues = error.issues == null ? null
            : error.issues.stream().map(issue -> Map.of("path", issue.path(), "message", issue.message())).toList();
        check(c, expected.get("issues"), issues);
        check(c, expected.get("isRetried"), Counterfoil.isWorthRetrying(error));
      }
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
    var name = Map.<String, Object>of("name", "a new key is published at once and signs after 30 s");
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
        new Webhooks(secrets);
      } catch (IllegalArgumentException error) {
        isRefused = true;
      }
      check(Map.of("name", "empty secrets"), true, isRefused);
    }
  }

  private static String header(Tokens tokens) {
    return tokens.mint(new Tokens.User("user-42"), Duration.ofHours(1)).split("\\.")[0];
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

  private static void check(Map<String, Object> c, Object expected, Object found) {
    checks++;
    if (Objects.equals(expected, found)) return;
    failures++;
    System.out.println("FAILED: " + c.get("name") + "\n  expected " + expected + "\n  found    " + found);
  }
}
