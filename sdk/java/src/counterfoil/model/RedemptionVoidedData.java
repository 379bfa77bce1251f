// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * A part of RedemptionVoided.
 *
 * @param userId The user id.
 * @param externalUserId The partner’s own stable id of the user, and the {@code sub} of its tokens. Opaque: any
 *     characters are allowed.
 * @param redemptionId The redemption id.
 * @param voucherId The voucher id.
 * @param voucherTitle May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For
 *     plain text, remove the tags, ignoring case.
 * @param merchantId The merchant id.
 * @param outletId The outlet id.
 * @param reason Why the back office voided it.
 * @param voidedAt The voided at.
 */
public record RedemptionVoidedData(
    String userId,
    String externalUserId,
    String redemptionId,
    String voucherId,
    String voucherTitle,
    String merchantId,
    String outletId,
    String reason,
    Instant voidedAt) {}
