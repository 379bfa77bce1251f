// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * The back office voided a redemption.
 *
 * @param id The id.
 * @param createdAt The created at.
 * @param test Present only in samples (webhook test, {@code counterfoil trigger}). Samples describe no real event.
 * @param data The data.
 */
public record RedemptionVoided(
    String id,
    Instant createdAt,
    boolean test,
    RedemptionVoidedData data) implements Event {
  @Override
  public String type() {
    return "REDEMPTION_VOIDED";
  }
}
