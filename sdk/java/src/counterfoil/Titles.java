package counterfoil;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The markup in the titles of vouchers: <code>{b}bold{/b}</code>, <code>{r}red{/r}</code>,
 * <code>{s}struck through{/s}</code>.
 */
public final class Titles {
  private static final Pattern TAG = Pattern.compile("\\{(/?)([brs])\\}", Pattern.CASE_INSENSITIVE);

  private enum Tag {
    B("<strong>", "</strong>"),
    R("<span style=\"color:#c00\">", "</span>"),
    S("<s>", "</s>");

    private final String open;
    private final String close;

    Tag(String open, String close) {
      this.open = open;
      this.close = close;
    }
  }

  private Titles() {}

  /**
   * A title without its markup. One pass only: <code>{{b}b}</code> becomes <code>{b}</code>.
   *
   * @param title a title as the service sends it
   * @return plain text
   */
  public static String plain(String title) {
    return TAG.matcher(title).replaceAll("");
  }

  /**
   * A title as HTML that is safe to insert: everything but the markup is escaped.
   *
   * @param title a title as the service sends it
   * @return HTML
   */
  public static String toHtml(String title) {
    var html = new StringBuilder();
    // A count for each tag: {b}{b}x{/b}y{/b} keeps y bold.
    var depths = new LinkedHashMap<Tag, Integer>();
    var matcher = TAG.matcher(title);
    int start = 0;
    while (matcher.find()) {
      append(html, title.substring(start, matcher.start()), List.copyOf(depths.keySet()));
      var tag = Tag.valueOf(matcher.group(2).toUpperCase(Locale.ROOT));
      boolean opens = matcher.group(1).isEmpty();
      if (opens) depths.merge(tag, 1, Integer::sum);
      else depths.computeIfPresent(tag, (same, depth) -> depth > 1 ? depth - 1 : null);
      start = matcher.end();
    }
    append(html, title.substring(start), List.copyOf(depths.keySet()));
    return html.toString();
  }

  private static void append(StringBuilder html, String text, List<Tag> open) {
    if (text.isEmpty()) return;
    open.forEach(tag -> html.append(tag.open));
    html.append(escape(text));
    for (int i = open.size() - 1; i >= 0; i--) html.append(open.get(i).close);
  }

  private static String escape(String text) {
    for (var pair : List.of("&&amp;", "<&lt;", ">&gt;", "\"&quot;", "'&#39;")) {
      text = text.replace(pair.substring(0, 1), pair.substring(1));
    }
    return text;
  }
}
