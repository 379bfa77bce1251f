package counterfoil;

import java.util.Objects;

/** Counts what the tests found. Java's standard library has no test runner. */
final class Checks {
  private static int checks = 0;
  private static int failures = 0;

  private Checks() {}

  static synchronized void check(Object name, Object expected, Object found) {
    checks++;
    if (Objects.equals(expected, found)) return;
    failures++;
    System.out.println("FAILED: " + name + "\n  expected " + expected + "\n  found    " + found);
  }

  static int summarize() {
    System.out.println(checks + " checks, " + failures + " failures");
    return failures == 0 && checks > 100 ? 0 : 1;
  }
}
