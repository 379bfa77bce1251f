package counterfoil;

import counterfoil.model.TestClock;
import java.time.Instant;
import java.time.temporal.TemporalAmount;
import java.util.Map;

/** The current time of the sandbox. */
public final class SandboxClock {
  private static final String PATH = Sandbox.PATH + "/clock";

  private final Transport transport;

  SandboxClock(Transport transport) {
    this.transport = transport;
  }

  /**
   * Reads the clock.
   *
   * @return the time of the sandbox, and the real time
   */
  public TestClock get() {
    return transport.signed(TestClock.class, Call.get(PATH));
  }

  /**
   * Sets the clock.
   *
   * @param now the new time of the sandbox
   * @return the clock after the change
   */
  public TestClock set(Instant now) {
    return transport.signed(TestClock.class, Call.put(PATH, Map.of("now", now.toString())));
  }

  /**
   * Moves the clock. The call is not repeated after a lost response.
   *
   * @param duration for example {@code Period.ofMonths(1)} or {@code Duration.ofMinutes(90)}
   * @return the clock after the change
   */
  public TestClock advance(TemporalAmount duration) {
    return transport.signedOnce(TestClock.class, Call.put(PATH, Map.of("advance", duration.toString())));
  }

  /**
   * Sets the clock back to the real time.
   *
   * @return the clock after the change
   */
  public TestClock reset() {
    return transport.signed(TestClock.class, Call.put(PATH, Map.of("reset", true)));
  }
}
