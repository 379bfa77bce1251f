// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * A redemption that was voided.
 *
 * @param redemptionId The redemption id.
 * @param voidedAt The voided at.
 * @param reason The reason.
 */
public record VoidedRedemption(
    String redemptionId,
    Instant voidedAt,
    String reason) {}
