package counterfoil;

import static counterfoil.Checks.check;

/** The markup of titles, as in the SDK for Node. */
final class TitlesTest {
  private TitlesTest() {}

  static void run() {
    check("markup is removed", "Free kopi", Titles.plain("{b}Free{/B} {s}kopi"));
    check("one pass only", "{b}x", Titles.plain("{{b}b}x"));
    check("html is escaped", "<strong>Free</strong> &lt;script&gt; &amp; <s>RM 5</s>",
        Titles.toHtml("{b}Free{/b} <script> & {s}RM 5{/s}"));
    check("tags may be nested and repeated", "<strong>a</strong><strong><s>b</s></strong><strong>c</strong>d",
        Titles.toHtml("{b}{b}a{/b}{s}b{/s}c{/b}d{/b}"));
  }
}
