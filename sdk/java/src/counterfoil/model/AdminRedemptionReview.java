// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * A part of AdminRedemption.
 *
 * @param outcome The outcome.
 * @param note The note. May be null.
 * @param reviewedBy Null for role merchant, like note.
 * @param reviewedByName The name of the person or key as of today. Null for merchants and partners.
 * @param reviewedAt The reviewed at.
 */
public record AdminRedemptionReview(
    ReviewOutcome outcome,
    String note,
    String reviewedBy,
    String reviewedByName,
    Instant reviewedAt) {}
