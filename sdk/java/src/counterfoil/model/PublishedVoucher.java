// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * A voucher that was published.
 *
 * @param voucherId The voucher id.
 * @param eventsEnqueued The number of events.
 */
public record PublishedVoucher(
    String voucherId,
    int eventsEnqueued) {}
