// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * A part of PartnerMerchant.
 *
 * @param id The id.
 * @param name The name.
 * @param isActive Whether users see it.
 */
public record PartnerMerchantOutlet(
    String id,
    String name,
    boolean isActive) {}
