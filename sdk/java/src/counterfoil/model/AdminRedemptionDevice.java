// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * A part of AdminRedemption.
 *
 * @param id The id.
 * @param name The name.
 */
public record AdminRedemptionDevice(
    String id,
    String name) {}
