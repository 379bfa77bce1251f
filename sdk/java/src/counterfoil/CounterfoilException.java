package counterfoil;

import java.util.List;
import java.util.Map;

/** A call that failed, after all its retries. */
public final class CounterfoilException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** One invalid part of a request. The path is a JSON pointer. */
  public record Issue(String path, String message) {}

  /**
   * A code of the service, or {@code connection_failed} (no complete response), {@code timeout}, or
   * {@code unexpected_response} (for example from a proxy).
   */
  public final String code;

  /** The HTTP status; 0 if there was no response. */
  public final int status;

  /** Null if the response has none. */
  public final transient Map<String, Object> details;

  /** Null if the response has none. */
  public final transient List<Issue> issues;

  /** Quote it when you contact us; null if there was no response. */
  public final String requestId;

  /** Null if the response does not say when to try again. */
  public final Integer retryAfterSeconds;

  CounterfoilException(
      String call, String code, int status, Map<String, Object> details, List<Issue> issues, String requestId,
      Integer retryAfterSeconds, Throwable cause) {
    super(messageOf(call, code, status, issues, requestId), cause);
    this.code = code;
    this.status = status;
    this.details = details;
    this.issues = issues;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  static CounterfoilException noResponse(String call, String code, Throwable cause) {
    return new CounterfoilException(call, code, 0, null, null, null, null, cause);
  }

  private static String messageOf(String call, String code, int status, List<Issue> issues, String requestId) {
    var text = new StringBuilder(call).append(": ");
    if (status != 0) text.append(status).append(' ');
    text.append(code);
    if (issues != null) {
      text.append(" (");
      text.append(String.join("; ", issues.stream().map(issue -> issue.path + " " + issue.message).toList()));
      text.append(')');
    }
    if (requestId != null) text.append(" [request ").append(requestId).append(']');
    return text.toString();
  }
}
