package counterfoil;

import counterfoil.model.Event;
import counterfoil.model.EventType;
import java.util.LinkedHashMap;
import java.util.Map;

/** Turns parsed JSON into a typed event, and back. */
final class EventReader {
  private EventReader() {}

  /** Null if it is not an event. */
  static Event read(Object json) {
    if (!(json instanceof Map<?, ?> event) || !(event.get("data") instanceof Map<?, ?>)) return null;
    if (!(event.get("id") instanceof String) || !(event.get("type") instanceof String type)) return null;
    try {
      return Records.read(Records.read(EventType.class, type).eventClass(), event);
    } catch (IllegalArgumentException error) {
      return null;
    }
  }

  /** The event as the service sends it: {@code test} is present only in samples. */
  static Map<String, Object> write(Event event) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("id", event.id());
    fields.put("type", event.type());
    fields.putAll(Records.write((Record) event));
    fields.remove("test", false);
    return fields;
  }
}
