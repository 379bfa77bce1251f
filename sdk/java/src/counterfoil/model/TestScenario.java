// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * A merchant and a voucher that are named for what they do.
 *
 * @param scenario The slug of its merchant.
 * @param result The response to redeeming its voucher.
 * @param merchantId The merchant id.
 * @param outletId The outlet id.
 * @param voucherId The voucher id.
 * @param pin The pin.
 * @param consumerLat The consumer lat.
 * @param consumerLng The consumer lng.
 */
public record TestScenario(
    String scenario,
    String result,
    String merchantId,
    String outletId,
    String voucherId,
    String pin,
    double consumerLat,
    double consumerLng) {}
