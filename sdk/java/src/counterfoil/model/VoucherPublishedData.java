// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * A part of VoucherPublished.
 *
 * @param userId The user id.
 * @param externalUserId The partner’s own stable id of the user, and the {@code sub} of its tokens. Opaque: any
 *     characters are allowed.
 * @param voucherId The voucher id.
 * @param voucherTitle May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For
 *     plain text, remove the tags, ignoring case.
 * @param merchantId The merchant id.
 * @param merchantName The name shown to users.
 * @param valueType The kind of benefit. Informational. May be null.
 */
public record VoucherPublishedData(
    String userId,
    String externalUserId,
    String voucherId,
    String voucherTitle,
    String merchantId,
    String merchantName,
    ValueType valueType) {}
