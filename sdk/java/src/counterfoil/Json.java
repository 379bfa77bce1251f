package counterfoil;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, numbers, booleans and null. Java's standard library has no JSON parser. */
final class Json {
  private static final int MAX_DEPTH = 64;

  private final String text;
  private int at = 0;

  private Json(String text) {
    this.text = text;
  }

  /** Throws {@link IllegalArgumentException} if it is not JSON. Whole numbers become {@code Long}, others {@code Double}. */
  static Object parse(String text) {
    var json = new Json(text);
    var value = json.value(0);
    json.skipSpace();
    if (json.at < text.length()) throw json.unexpected();
    return value;
  }

  static String write(Object value) {
    var out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof String text) {
      quote(text, out);
    } else if (value instanceof Map<?, ?> map) {
      var separator = "{";
      for (var entry : map.entrySet()) {
        out.append(separator);
        quote((String) entry.getKey(), out);
        write(entry.getValue(), out.append(':'));
        separator = ",";
      }
      out.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      var separator = "[";
      for (var item : list) {
        write(item, out.append(separator));
        separator = ",";
      }
      out.append(list.isEmpty() ? "[]" : "]");
    } else {
      out.append(value);
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        default -> {
          if (c < ' ') out.append(String.format("\\u%04x", (int) c));
          else out.append(c);
        }
      }
    }
    out.append('"');
  }

  private Object value(int depth) {
    if (depth > MAX_DEPTH) throw unexpected();
    skipSpace();
    char c = peek();
    if (c == '{') return object(depth);
    if (c == '[') return array(depth);
    if (c == '"') return string();
    if (take("true")) return true;
    if (take("false")) return false;
    if (take("null")) return null;
    return number();
  }

  private Map<String, Object> object(int depth) {
    var map = new LinkedHashMap<String, Object>();
    at++;
    skipSpace();
    if (take("}")) return map;
    do {
      skipSpace();
      var name = string();
      skipSpace();
      expect(":");
      map.put(name, value(depth + 1));
      skipSpace();
    } while (take(","));
    expect("}");
    return map;
  }

  private List<Object> array(int depth) {
    var list = new ArrayList<>();
    at++;
    skipSpace();
    if (take("]")) return list;
    do {
      list.add(value(depth + 1));
      skipSpace();
    } while (take(","));
    expect("]");
    return list;
  }

  private String string() {
    expect("\"");
    var out = new StringBuilder();
    for (char c = next(); c != '"'; c = next()) {
      if (c < ' ') throw unexpected();
      out.append(c == '\\' ? escaped() : c);
    }
    return out.toString();
  }

  private char escaped() {
    char c = next();
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> {
        if (at + 4 > text.length()) throw unexpected();
        at += 4;
        yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
      }
      default -> throw unexpected();
    };
  }

  private Number number() {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
    var digits = text.substring(start, at);
    if (!digits.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) throw unexpected();
    return digits.matches("-?[0-9]{1,18}") ? (Number) Long.valueOf(digits) : (Number) Double.valueOf(digits);
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private boolean take(String expected) {
    if (!text.startsWith(expected, at)) return false;
    at += expected.length();
    return true;
  }

  private void expect(String expected) {
    if (!take(expected)) throw unexpected();
  }

  private char peek() {
    if (at >= text.length()) throw unexpected();
    return text.charAt(at);
  }

  private char next() {
    char c = peek();
    at++;
    return c;
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException("not JSON at character " + at);
  }
}
