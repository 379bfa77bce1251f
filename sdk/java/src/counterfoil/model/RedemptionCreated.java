// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * A user redeemed a voucher.
 *
 * @param id The id.
 * @param createdAt The created at.
 * @param test Present only in samples (webhook test, {@code counterfoil trigger}). Samples describe no real event.
 * @param data The data.
 */
public record RedemptionCreated(
    String id,
    Instant createdAt,
    boolean test,
    RedemptionCreatedData data) implements Event {
  @Override
  public String type() {
    return "REDEMPTION_CREATED";
  }
}
