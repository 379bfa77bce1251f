// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * A voucher that a user has used at an outlet.
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
 * @param remaining How often the user can still redeem the voucher in that cycle.
 * @param verifyCode Anybody can check the redemption at {@code /verify/} with this code, and learns nothing about the
 *     person.
 */
public record Redemption(
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
    int remaining,
    String verifyCode) {}
