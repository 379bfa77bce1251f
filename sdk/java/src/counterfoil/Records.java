package counterfoil;

import counterfoil.model.ContractValue;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns parsed JSON into records and back. A component has the name of its field; unknown fields are ignored. */
final class Records {
  private static final DateTimeFormatter MILLISECONDS = new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private Records() {}

  /** Throws {@link IllegalArgumentException} if a field has another type than its component. */
  static <T> T read(Class<T> type, Object json) {
    return type.cast(valueOf(type, json));
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> mapOf(Object json) {
    return json instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }

  /** Parsed JSON with the fields of a record. Absent values become null. */
  static Map<String, Object> write(Record value) {
    var fields = new LinkedHashMap<String, Object>();
    for (var component : value.getClass().getRecordComponents()) fields.put(component.getName(), jsonOf(get(component, value)));
    return fields;
  }

  private static Object jsonOf(Object value) {
    if (value instanceof Record inner) return write(inner);
    if (value instanceof ContractValue constant) return constant.value();
    if (value instanceof Instant instant) return MILLISECONDS.format(instant);
    if (value instanceof List<?> list) return list.stream().map(Records::jsonOf).toList();
    return value;
  }

  private static Object get(RecordComponent component, Record value) {
    try {
      return component.getAccessor().invoke(value);
    } catch (ReflectiveOperationException error) {
      throw new IllegalStateException(error);
    }
  }

  private static Object valueOf(Type type, Object json) {
    if (json == null) return absent(type);
    if (type instanceof ParameterizedType list && list.getRawType() == List.class && json instanceof List<?> items) {
      var element = list.getActualTypeArguments()[0];
      var values = new ArrayList<>();
      for (var item : items) values.add(valueOf(element, item));
      return values;
    }
    if (type instanceof ParameterizedType map && map.getRawType() == Map.class && json instanceof Map<?, ?>) return json;
    if (type instanceof Class<?> plain) return plainValue(plain, json);
    throw mismatch(type, json);
  }

  private static Object plainValue(Class<?> type, Object json) {
    if (type.isRecord() && json instanceof Map<?, ?> fields) return record(type, fields);
    if (json instanceof String text) {
      if (type == Instant.class) return instant(text);
      if (type.isEnum()) return constant(type, text);
    }
    if (json instanceof Number number) {
      if (type == int.class || type == Integer.class) return number.intValue();
      if (type == double.class || type == Double.class) return number.doubleValue();
    }
    if (json instanceof Boolean && type == boolean.class || type.isInstance(json)) return json;
    throw mismatch(type, json);
  }

  private static Object record(Class<?> type, Map<?, ?> fields) {
    var components = type.getRecordComponents();
    var values = Arrays.stream(components).map(each -> valueOf(each.getGenericType(), fields.get(each.getName()))).toArray();
    try {
      var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException error) {
      throw new IllegalStateException(error);
    }
  }

  /** New values may be added to the contract: they become {@code UNKNOWN}. */
  private static Object constant(Class<?> type, String text) {
    Object unknown = null;
    for (var each : type.getEnumConstants()) {
      if (((ContractValue) each).value().equals(text)) return each;
      if (((Enum<?>) each).name().equals("UNKNOWN")) unknown = each;
    }
    return unknown;
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException error) {
      throw new IllegalArgumentException("not a time: " + text, error);
    }
  }

  private static Object absent(Type type) {
    if (type == boolean.class) return false;
    if (type == int.class) return 0;
    return type == double.class ? (Object) 0.0 : null;
  }

  private static IllegalArgumentException mismatch(Type type, Object json) {
    return new IllegalArgumentException("not a " + type.getTypeName() + ": " + json.getClass().getSimpleName());
  }
}
