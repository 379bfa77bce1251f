package counterfoil;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A request before it is signed: the path without its query, and the body as JSON values; null if there is none. */
record Call(String method, String path, Map<String, Object> query, Map<String, Object> body) {
  static Call get(String path) {
    return get(path, Map.of());
  }

  static Call get(String path, Map<String, Object> query) {
    return new Call("GET", path, query, null);
  }

  static Call post(String path) {
    return post(path, null);
  }

  static Call post(String path, Map<String, Object> body) {
    return new Call("POST", path, Map.of(), body);
  }

  static Call put(String path, Map<String, Object> body) {
    return new Call("PUT", path, Map.of(), body);
  }

  static Call delete(String path) {
    return new Call("DELETE", path, Map.of(), null);
  }

  /** An id as one segment of a path. */
  static String segment(String id) {
    // A server may resolve these two as relative paths, and would call another route.
    if (List.of("", ".", "..").contains(id)) throw new IllegalArgumentException("Not usable in a URL: id \"" + id + "\"");
    return encode(id);
  }

  String pathWithQuery() {
    var text = query.entrySet().stream()
        .filter(entry -> entry.getValue() != null)
        .map(entry -> entry.getKey() + "=" + encode(String.valueOf(entry.getValue())))
        .collect(Collectors.joining("&"));
    return text.isEmpty() ? path : path + "?" + text;
  }

  byte[] bytes() {
    return body == null ? new byte[0] : Json.write(body).getBytes(UTF_8);
  }

  @Override
  public String toString() {
    return method + " " + path;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
