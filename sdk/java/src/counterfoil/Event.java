package counterfoil;

import java.util.Map;

/**
 * An event of a webhook or of the feed. Ignore types that you do not know: new ones may be added. A test event is a sample,
 * which describes no real event: answer it, but do not act on it.
 */
public record Event(String id, String type, String createdAt, boolean isTest, Map<String, Object> data) {
  /** A text field of the data, for example {@code externalUserId}; null if it is absent. */
  public String text(String field) {
    return data.get(field) instanceof String text ? text : null;
  }

  /** Null if it is not an event. */
  @SuppressWarnings("unchecked")
  static Event of(Object value) {
    if (!(value instanceof Map<?, ?> event)) return null;
    if (!(event.get("id") instanceof String id) || !(event.get("type") instanceof String type)) return null;
    if (!(event.get("data") instanceof Map<?, ?> data)) return null;
    var createdAt = event.get("createdAt") instanceof String text ? text : "";
    return new Event(id, type, createdAt, Boolean.TRUE.equals(event.get("test")), (Map<String, Object>) data);
  }
}
