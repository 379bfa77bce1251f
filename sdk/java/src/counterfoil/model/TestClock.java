// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * The clock of the sandbox.
 *
 * @param now The current time of the sandbox.
 * @param realTime The real time, which tokens and signatures follow.
 */
public record TestClock(
    Instant now,
    Instant realTime) {}
