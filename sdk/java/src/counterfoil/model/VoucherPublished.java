// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * A merchant that the user follows published a voucher.
 *
 * @param id The id.
 * @param createdAt The created at.
 * @param test Present only in samples (webhook test, {@code counterfoil trigger}). Samples describe no real event.
 * @param data The data.
 */
public record VoucherPublished(
    String id,
    Instant createdAt,
    boolean test,
    VoucherPublishedData data) implements Event {
  @Override
  public String type() {
    return "VOUCHER_PUBLISHED";
  }
}
