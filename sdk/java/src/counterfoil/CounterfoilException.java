package counterfoil;

import counterfoil.model.ErrorCode;
import counterfoil.model.Issue;
import java.net.URI;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A call that failed, after all its retries. The message names the call, the code, and what to do about it.
 *
 * @serial exclude
 */
public final class CounterfoilException extends RuntimeException {
  private static final long serialVersionUID = 1;
  /** What to do about the codes of this package. */
  private static final Map<String, String> OWN_REMEDIES = Map.of(
      "connection_failed", "Check `baseUrl` and your connection. The cause says what failed.",
      "timeout", "Send the same request again, or raise `timeout`.",
      "unexpected_response", "Check `baseUrl`: a proxy or another server has responded.");
  private static final Pattern HELP_LINK = Pattern.compile("<([^>]*)>\\s*;[^,<]*\\brel=\"?help\\b");

  private record Fields(
      String code, int status, Map<String, Object> details, List<Issue> issues, String requestId, Integer retryAfterSeconds,
      String help) {}

  private final String code;
  private final int status;
  private final transient Map<String, Object> details;
  private final transient List<Issue> issues;
  private final String requestId;
  private final Integer retryAfterSeconds;
  private final String help;

  private CounterfoilException(Call call, Fields fields, Throwable cause) {
    super(messageOf(call, fields), cause);
    code = fields.code;
    status = fields.status;
    details = fields.details;
    issues = fields.issues;
    requestId = fields.requestId;
    retryAfterSeconds = fields.retryAfterSeconds;
    help = fields.help;
  }

  /**
   * A code of {@link ErrorCode} or a newer one.
   *
   * @return the code
   */
  public String code() {
    return code;
  }

  /**
   * The HTTP status.
   *
   * @return the status; 0 if there was no response
   */
  public int status() {
    return status;
  }

  /**
   * Facts about the error, for example {@code distanceMeters}.
   *
   * @return the facts by name; empty if the response has none
   */
  public Map<String, Object> details() {
    return details;
  }

  /**
   * The invalid parts of the request.
   *
   * @return one issue for each part; empty if the response has none
   */
  public List<Issue> issues() {
    return issues;
  }

  /**
   * The id of the request. Quote it when you contact us.
   *
   * @return the id; null if there was no response
   */
  public String requestId() {
    return requestId;
  }

  /**
   * When to try again.
   *
   * @return the seconds to wait; null if the response does not say
   */
  public Integer retryAfterSeconds() {
    return retryAfterSeconds;
  }

  /**
   * What to do about the error.
   *
   * @return one or more sentences; empty for a code that this version does not know
   */
  public String remedy() {
    return remedyOf(code);
  }

  /**
   * The address of the documentation of the error.
   *
   * @return an absolute URL; null if the response has none
   */
  public String help() {
    return help;
  }

  static CounterfoilException noResponse(Call call, String code, Throwable cause) {
    return new CounterfoilException(call, new Fields(code, 0, Map.of(), List.of(), null, null, null), cause);
  }

  /** The error that a response describes; {@code unexpected_response} if it is not from the service. */
  static CounterfoilException of(Call call, URI uri, int status, Function<String, String> header, String text) {
    var problem = status < 400 ? Map.<String, Object>of() : problemOf(text);
    var fields = new Fields(
        (String) problem.getOrDefault("error", "unexpected_response"),
        status,
        Records.mapOf(problem.get("details")),
        issuesOf(problem.get("issues")),
        header.apply("x-request-id"),
        secondsOf(header.apply("retry-after")),
        helpOf(uri, header.apply("link")));
    return new CounterfoilException(call, fields, null);
  }

  private static Map<String, Object> problemOf(String text) {
    try {
      var problem = Records.mapOf(Json.parse(text));
      return problem.get("error") instanceof String ? problem : Map.of();
    } catch (IllegalArgumentException error) {
      return Map.of();
    }
  }

  private static List<Issue> issuesOf(Object issues) {
    if (!(issues instanceof List<?> list)) return List.of();
    return list.stream().map(issue -> Records.read(Issue.class, issue)).toList();
  }

  /** The header has seconds, or, from a proxy, perhaps a date. */
  private static Integer secondsOf(String retryAfter) {
    if (retryAfter == null) return null;
    if (retryAfter.matches("[0-9]{1,9}")) return Integer.valueOf(retryAfter);
    try {
      var date = ZonedDateTime.parse(retryAfter, DateTimeFormatter.RFC_1123_DATE_TIME);
      return (int) Math.max(0, Duration.between(ZonedDateTime.now(), date).toSeconds());
    } catch (DateTimeParseException error) {
      return null;
    }
  }

  private static String helpOf(URI uri, String link) {
    var matcher = HELP_LINK.matcher(link == null ? "" : link);
    return matcher.find() ? uri.resolve(matcher.group(1)).toString() : null;
  }

  private static String messageOf(Call call, Fields fields) {
    var text = new StringBuilder(call.toString()).append(": ");
    if (fields.status != 0) text.append(fields.status).append(' ');
    text.append(fields.code);
    if (!fields.issues.isEmpty()) {
      text.append(fields.issues.stream().map(issue -> issue.path() + " " + issue.message())
          .collect(Collectors.joining("; ", " (", ")")));
    }
    if (fields.requestId != null) text.append(" [request ").append(fields.requestId).append(']');
    var remedy = remedyOf(fields.code);
    return remedy.isEmpty() ? text.toString() : text.append(". ").append(remedy).toString();
  }

  private static String remedyOf(String code) {
    return OWN_REMEDIES.getOrDefault(code, ErrorCode.remedyOf(code));
  }
}
