// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * The device of the outlet that confirmed the code; null unless {@code method} is QR.
 *
 * @param id The id.
 * @param name The name.
 */
public record AdminRedemptionDevice(
    String id,
    String name) {}
