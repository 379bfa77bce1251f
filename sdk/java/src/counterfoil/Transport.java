package counterfoil;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Sends requests to the service, signs every attempt with the time of that attempt, and retries. */
final class Transport {
  private static final long BACKOFF_MS = 250;
  private static final long MAX_BACKOFF_MS = 8_000;
  /** If retry-after is longer, the call fails at once: the exception says when to try again. */
  private static final int MAX_RETRY_AFTER_SECONDS = 60;

  record Settings(
      String baseUrl, String slug, String secret, String apiKey, HttpClient http, int retries, Duration timeout, Clock clock,
      Consumer<String> onWarning) {}

  private enum Door { SIGNATURE, KEY }

  private final Settings settings;

  Transport(Settings settings) {
    this.settings = settings;
  }

  /** A call to {@code /integrations/*} that is safe to repeat. */
  <T> T signed(Class<T> type, Call call) {
    return send(type, call, Door.SIGNATURE, true);
  }

  /** A call to {@code /integrations/*} that is repeated only if it was refused: the first one may have been executed. */
  <T> T signedOnce(Class<T> type, Call call) {
    return send(type, call, Door.SIGNATURE, false);
  }

  /** A call to {@code /admin/*}. Changes are not repeated unless they were refused: the first one may have been executed. */
  <T> T keyed(Class<T> type, Call call) {
    if (settings.apiKey == null) throw new IllegalStateException(call + " needs apiKey: an API key of role \"partner\"");
    return send(type, call, Door.KEY, call.method().equals("GET"));
  }

  /** Reports what is probably a mistake, although the call succeeds. */
  void warn(String message) {
    settings.onWarning.accept(message);
  }

  private <T> T send(Class<T> type, Call call, Door door, boolean isRepeatable) {
    for (int attempt = 0; ; attempt++) {
      try {
        return attempt(type, call, door);
      } catch (CounterfoilException error) {
        boolean isSafe = isRepeatable || error.status() == 429;
        if (attempt >= settings.retries || !isSafe || !isWorthRetrying(error)) throw error;
        sleep(delayMs(error, attempt), error);
      }
    }
  }

  private <T> T attempt(Class<T> type, Call call, Door door) {
    var response = exchange(call, request(call, door));
    response.headers().firstValue("x-unknown-fields")
        .ifPresent(fields -> warn(call + " ignored unknown fields: " + fields));
    return read(type, call, response);
  }

  /** The timeout of {@link HttpRequest} ends with the headers of the response. This one includes the body. */
  private HttpResponse<String> exchange(Call call, HttpRequest request) {
    var pending = settings.http.sendAsync(request, BodyHandlers.ofString(UTF_8));
    try {
      return pending.get(settings.timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException error) {
      pending.cancel(true);
      throw CounterfoilException.noResponse(call, "timeout", error);
    } catch (ExecutionException error) {
      var code = error.getCause() instanceof HttpTimeoutException ? "timeout" : "connection_failed";
      throw CounterfoilException.noResponse(call, code, error.getCause());
    } catch (InterruptedException error) {
      pending.cancel(true);
      Thread.currentThread().interrupt();
      throw CounterfoilException.noResponse(call, "interrupted", error);
    }
  }

  private HttpRequest request(Call call, Door door) {
    var uri = URI.create(settings.baseUrl + call.pathWithQuery());
    var body = call.bytes();
    var request = HttpRequest.newBuilder(uri)
        .method(call.method(), body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    if (body.length > 0) request.header("content-type", "application/json");
    if (door == Door.KEY) return request.header("authorization", "Bearer " + settings.apiKey).build();
    // The path of the base URL is signed as well.
    var signedPath = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    var timestamp = settings.clock.instant().getEpochSecond();
    return request.header("x-partner-slug", settings.slug)
        .header("x-signature", Signature.ofRequest(settings.secret, timestamp, call.method(), signedPath, body))
        .build();
  }

  private static <T> T read(Class<T> type, Call call, HttpResponse<String> response) {
    boolean isSuccess = response.statusCode() >= 200 && response.statusCode() < 300;
    if (isSuccess) {
      try {
        return response.body().isEmpty() ? null : Records.read(type, Json.parse(response.body()));
      } catch (IllegalArgumentException error) {
        // Not from the service: for example the page of a proxy. The code below says so.
      }
    }
    throw CounterfoilException.of(
        call, response.uri(), response.statusCode(), name -> response.headers().firstValue(name).orElse(null), response.body());
  }

  static boolean isWorthRetrying(CounterfoilException error) {
    var retryAfter = error.retryAfterSeconds();
    if (retryAfter != null && retryAfter > MAX_RETRY_AFTER_SECONDS) return false;
    if (error.code().equals("interrupted")) return false;
    return error.status() == 0 || error.status() == 429 || error.status() >= 500;
  }

  private static long delayMs(CounterfoilException error, int attempt) {
    if (error.retryAfterSeconds() != null) return error.retryAfterSeconds() * 1000L;
    long maxDelayMs = Math.min(MAX_BACKOFF_MS, BACKOFF_MS << Math.min(attempt, 16));
    return ThreadLocalRandom.current().nextLong(maxDelayMs / 2, maxDelayMs + 1);
  }

  private static void sleep(long ms, CounterfoilException error) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
      throw error;
    }
  }
}
