// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * A redemption, as your support desk sees it.
 *
 * @param id The id.
 * @param userId The user id.
 * @param voucherId The voucher id.
 * @param outletId The outlet id.
 * @param merchantId The merchant id.
 * @param voucherTitle May contain markup, which may be nested: {b}bold{/b}, {r}red{/r}, {s}struck through{/s}. For
 *     plain text, remove the tags, ignoring case.
 * @param outletName The outlet name.
 * @param cycleKey {@code ONE_TIME}, the month of a MONTHLY cycle ({@code 2026-11}), or the first day of a BIWEEKLY
 *     cycle ({@code 2026-11-02/P2W}).
 * @param cycleResetsAt When the next cycle starts; null for ONE_TIME.
 * @param status FLAGGED means redeemed without coordinates of the device. It counts like any other redemption.
 * @param flagReason The flag reason. May be null.
 * @param method How it was confirmed: PIN, QR (a device of the outlet scanned a code of the phone), or TEST (the
 *     partner redeemed in its sandbox).
 * @param gpsAvailable Whether the request had coordinates.
 * @param gpsDistanceMeters Distance between device and outlet, rounded to 0.1 m. May be null.
 * @param code The dispensed code; null if the voucher has no codes.
 * @param redeemedAt The redeemed at.
 * @param voidedAt When the back office voided it. May be null.
 * @param partnerId The partner id.
 * @param externalUserId The partner’s id of the user. Null for role merchant.
 * @param device The device of the outlet that confirmed the code; null unless {@code method} is QR.
 * @param redemptionValue The redemption value. May be null.
 * @param statementMonth A month in the merchant’s time zone, as in 2026-11.
 * @param consumerLat Null without coordinates of the device, and for role merchant.
 * @param consumerLng Null without coordinates of the device, and for role merchant.
 * @param gpsAccuracyMeters Null without coordinates of the device, and for role merchant.
 * @param voidReason The void reason. May be null.
 * @param review The latest review, or null.
 */
public record AdminRedemption(
    String id,
    String userId,
    String voucherId,
    String outletId,
    String merchantId,
    String voucherTitle,
    String outletName,
    String cycleKey,
    Instant cycleResetsAt,
    RedemptionStatus status,
    FlagReason flagReason,
    RedemptionMethod method,
    boolean gpsAvailable,
    Double gpsDistanceMeters,
    String code,
    Instant redeemedAt,
    Instant voidedAt,
    String partnerId,
    String externalUserId,
    AdminRedemptionDevice device,
    RedemptionValue redemptionValue,
    String statementMonth,
    Double consumerLat,
    Double consumerLng,
    Double gpsAccuracyMeters,
    String voidReason,
    AdminRedemptionReview review) {}
