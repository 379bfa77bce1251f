// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * The progress of a replay.
 *
 * @param partnerId The partner id.
 * @param since An ISO 8601 date-time (inclusive).
 * @param until An ISO 8601 date-time (exclusive). May be null.
 * @param only Which events of the period to send: those whose delivery waits after a failure or failed, those whose
 *     delivery failed, or all.
 * @param total The total.
 * @param delivered The delivered.
 * @param failed The failed.
 * @param pending The pending.
 * @param createdAt The created at.
 * @param finishedAt The finished at. May be null.
 * @param error Why the replay ended before all of its events were queued; null unless it failed.
 */
public record Replay(
    String partnerId,
    Instant since,
    Instant until,
    ReplaySelection only,
    int total,
    int delivered,
    int failed,
    int pending,
    Instant createdAt,
    Instant finishedAt,
    String error) {}
