// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * A voucher in the wallet of a user.
 *
 * @param id The id.
 * @param voucherId The voucher id.
 * @param claimedAt The claimed at.
 * @param voucherTitle May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For
 *     plain text, remove the tags, ignoring case.
 * @param voucherIsActive False if the voucher was unpublished. The claim remains, but cannot be redeemed.
 * @param merchantId The merchant id.
 */
public record WalletEntry(
    String id,
    String voucherId,
    Instant claimedAt,
    String voucherTitle,
    boolean voucherIsActive,
    String merchantId) {}
