// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * A part of ClaimCreated.
 *
 * @param userId The user id.
 * @param externalUserId The partner’s own stable id of the user, and the {@code sub} of its tokens. Opaque: any
 *     characters are allowed.
 * @param claimId The claim id.
 * @param voucherId The voucher id.
 * @param voucherTitle May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For
 *     plain text, remove the tags, ignoring case.
 * @param merchantId The merchant id.
 */
public record ClaimCreatedData(
    String userId,
    String externalUserId,
    String claimId,
    String voucherId,
    String voucherTitle,
    String merchantId) {}
