// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * An event on its way to your webhook.
 *
 * @param id The id.
 * @param eventId The event id.
 * @param type The type.
 * @param partnerId The partner id.
 * @param partnerName The partner name.
 * @param userId The user id.
 * @param state PENDING deliveries wait for their first or next attempt. FAILED deliveries have no attempts left.
 * @param attemptCount The attempt count.
 * @param lastStatus HTTP status; null if there was no response.
 * @param nextAttemptAt When the next attempt is due; null if none is planned.
 * @param deliveredAt The delivered at. May be null.
 * @param createdAt The created at.
 */
public record Delivery(
    String id,
    String eventId,
    EventType type,
    String partnerId,
    String partnerName,
    String userId,
    DeliveryState state,
    int attemptCount,
    Integer lastStatus,
    Instant nextAttemptAt,
    Instant deliveredAt,
    Instant createdAt) {}
