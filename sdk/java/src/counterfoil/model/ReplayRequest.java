// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/** The events to send again. */
public final class ReplayRequest extends Input {
  /**
   * With the fields that are required.
   *
   * @param since An ISO 8601 date-time (inclusive).
   * @param only Which events of the period to send: those whose delivery waits after a failure or failed, those whose
   *     delivery failed, or all.
   */
  public ReplayRequest(Instant since, ReplaySelection only) {
    set("since", since);
    set("only", only);
  }

  /**
   * Sets {@code until}. An ISO 8601 date-time (exclusive).
   *
   * @param until the value
   * @return this object
   */
  public ReplayRequest until(Instant until) {
    set("until", until);
    return this;
  }
}
