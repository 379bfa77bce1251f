package counterfoil;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The calls of a partner's backend. Every attempt is signed with its own time, and failed ones are repeated. Safe to use
 * from several threads.
 */
public final class Counterfoil {
  private static final System.Logger LOG = System.getLogger("counterfoil");
  private static final int PAGE_SIZE = 200;
  private static final int RETRIES = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final long BACKOFF_MS = 250;
  private static final long MAX_BACKOFF_MS = 8_000;
  /** If retry-after is longer, the call fails at once: the exception says when to try again. */
  private static final int MAX_RETRY_AFTER_SECONDS = 60;

  /** The id of the user, and whether the user is new. */
  public record UpsertedUser(String userId, boolean created) {}

  /** Verifies the webhooks that you receive. */
  public final Webhooks webhooks;

  private final String baseUrl;
  private final String slug;
  private final String secret;
  private final Clock clock = Clock.systemUTC();
  // The signature is for one path only, and this client follows no redirects.
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();

  /** The first secret signs requests; webhooks may be signed with any of them. */
  public Counterfoil(String baseUrl, String slug, List<String> secrets) {
    this.webhooks = new Webhooks(secrets);
    this.baseUrl = baseUrl.replaceAll("/+$", "");
    this.slug = slug;
    this.secret = secrets.get(0);
  }

  /** Creates or updates a user. */
  public UpsertedUser upsertUser(User user) {
    var result = (Map<?, ?>) call("POST", "/integrations/users", Json.write(user.fields()).getBytes(UTF_8));
    return new UpsertedUser((String) result.get("userId"), (Boolean) result.get("created"));
  }

  /** Clears the user's personal data. A user who does not exist counts as deleted. */
  public void deleteUser(String externalUserId) {
    if (List.of("", ".", "..").contains(externalUserId)) {
      throw new IllegalArgumentException("Not usable in a URL: external user id \"" + externalUserId + "\"");
    }
    try {
      call("DELETE", "/integrations/users/" + encode(externalUserId), new byte[0]);
    } catch (CounterfoilException error) {
      if (!error.code.equals("user_not_found")) throw error;
    }
  }

  /** Every event after the given one, or, for null, of the last 30 days, up to the newest one. */
  public Iterable<Event> events(String after) {
    return () -> new Events(after);
  }

  /**
   * Passes every event after the given one to {@code handle}, then its id to {@code save}. If {@code handle} throws, the
   * next run starts with that event. Returns the number of events.
   */
  public int catchUp(String after, Consumer<Event> handle, Consumer<String> save) {
    int count = 0;
    for (var event : events(after)) {
      handle.accept(event);
      save.accept(event.id());
      count++;
    }
    return count;
  }

  private final class Events implements Iterator<Event> {
    private final ArrayDeque<Event> page = new ArrayDeque<>();
    private String next;
    private boolean isLast = false;

    Events(String after) {
      next = after;
    }

    @Override
    public boolean hasNext() {
      while (page.isEmpty() && !isLast) load();
      return !page.isEmpty();
    }

    @Override
    public Event next() {
      if (!hasNext()) throw new NoSuchElementException();
      return page.remove();
    }

    private void load() {
      var query = "?limit=" + PAGE_SIZE + (next == null ? "" : "&after=" + encode(next));
      var loaded = (Map<?, ?>) call("GET", "/integrations/events" + query, new byte[0]);
      if (loaded.get("cursorLost") != null) {
        LOG.log(Level.WARNING, "The event " + next + " is gone, so some events may come again");
      }
      ((List<?>) loaded.get("items")).stream().map(Event::of).filter(Objects::nonNull).forEach(page::add);
      next = (String) loaded.get("next");
      isLast = next == null;
    }
  }

  private Object call(String method, String path, byte[] body) {
    for (int attempt = 0; ; attempt++) {
      try {
        return attempt(method, path, body);
      } catch (CounterfoilException error) {
        if (attempt >= RETRIES || !isWorthRetrying(error)) throw error;
        sleep(delayMs(error, attempt), error);
      }
    }
  }

  private Object attempt(String method, String path, byte[] body) {
    var call = method + " " + path;
    var uri = URI.create(baseUrl + path);
    var signedPath = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    var signature = Signature.ofRequest(secret, clock.instant().getEpochSecond(), method, signedPath, body);
    var request = HttpRequest.newBuilder(uri).timeout(TIMEOUT)
        .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
        .header("x-partner-slug", slug)
        .header("x-signature", signature);
    if (body.length > 0) request.header("content-type", "application/json");
    try {
      var response = http.send(request.build(), BodyHandlers.ofString(UTF_8));
      response.headers().firstValue("x-unknown-fields")
          .ifPresent(fields -> LOG.log(Level.WARNING, call + " ignored unknown fields: " + fields));
      return read(call, response.statusCode(), name -> response.headers().firstValue(name).orElse(null), response.body());
    } catch (HttpTimeoutException error) {
      throw CounterfoilException.noResponse(call, "timeout", error);
    } catch (IOException error) {
      throw CounterfoilException.noResponse(call, "connection_failed", error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw CounterfoilException.noResponse(call, "interrupted", error);
    }
  }

  /** The parsed body of a success. Everything else is thrown. */
  @SuppressWarnings("unchecked")
  static Object read(String call, int status, Function<String, String> header, String text) {
    boolean isSuccess = status >= 200 && status < 300;
    Object body = null;
    try {
      if (!text.isEmpty()) body = Json.parse(text);
    } catch (IllegalArgumentException error) {
      isSuccess = false;
    }
    if (isSuccess) return body;
    boolean isOurs = body instanceof Map<?, ?> map && map.get("error") instanceof String;
    var problem = isOurs ? (Map<String, Object>) body : Map.<String, Object>of();
    var issues = (List<Map<String, String>>) problem.get("issues");
    throw new CounterfoilException(
        call,
        (String) problem.getOrDefault("error", "unexpected_response"),
        status,
        (Map<String, Object>) problem.get("details"),
        issues == null ? null : issues.stream()
            .map(issue -> new CounterfoilException.Issue(issue.get("path"), issue.get("message"))).toList(),
        header.apply("x-request-id"),
        seconds(header.apply("retry-after")),
        null);
  }

  /** Seconds, or, from a proxy, perhaps a date. */
  private static Integer seconds(String retryAfter) {
    if (retryAfter == null) return null;
    if (retryAfter.matches("[0-9]{1,9}")) return Integer.valueOf(retryAfter);
    try {
      var date = ZonedDateTime.parse(retryAfter, DateTimeFormatter.RFC_1123_DATE_TIME);
      return (int) Math.max(0, Duration.between(ZonedDateTime.now(), date).toSeconds());
    } catch (DateTimeParseException error) {
      return null;
    }
  }

  static boolean isWorthRetrying(CounterfoilException error) {
    if (error.retryAfterSeconds != null && error.retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) return false;
    if (error.code.equals("interrupted")) return false;
    return error.status == 0 || error.status == 429 || error.status >= 500;
  }

  private static long delayMs(CounterfoilException error, int attempt) {
    if (error.retryAfterSeconds != null) return error.retryAfterSeconds * 1000L;
    long longest = Math.min(MAX_BACKOFF_MS, BACKOFF_MS << attempt);
    return ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
  }

  private static void sleep(long ms, CounterfoilException error) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
      throw error;
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
