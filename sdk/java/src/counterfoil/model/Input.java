package counterfoil.model;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The body or the filters of a call. A field that is not set is not part of the request. */
public abstract class Input {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  Input() {}

  /**
   * The fields that are set.
   *
   * @return JSON values by the name of the field
   */
  public final Map<String, Object> fields() {
    return Collections.unmodifiableMap(fields);
  }

  final void set(String name, Object value) {
    if (value instanceof ContractValue constant) fields.put(name, constant.value());
    else fields.put(name, value instanceof Instant time ? time.toString() : value);
  }
}
