// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * A part of RedemptionCreated.
 *
 * @param userId The user id.
 * @param externalUserId The partner’s own stable id of the user, and the {@code sub} of its tokens. Opaque: any
 *     characters are allowed.
 * @param redemptionId The redemption id.
 * @param voucherId The voucher id.
 * @param voucherTitle May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For
 *     plain text, remove the tags, ignoring case.
 * @param outletId The outlet id.
 * @param outletName The outlet name.
 * @param status FLAGGED means redeemed without coordinates of the device. It counts like any other redemption.
 * @param flagReason The flag reason. May be null.
 * @param merchantId The merchant id.
 * @param merchantName The name shown to users.
 * @param method How it was confirmed: PIN, QR (a device of the outlet scanned a code of the phone), or TEST (the
 *     partner redeemed in its sandbox).
 */
public record RedemptionCreatedData(
    String userId,
    String externalUserId,
    String redemptionId,
    String voucherId,
    String voucherTitle,
    String outletId,
    String outletName,
    RedemptionStatus status,
    FlagReason flagReason,
    String merchantId,
    String merchantName,
    RedemptionMethod method) {}
