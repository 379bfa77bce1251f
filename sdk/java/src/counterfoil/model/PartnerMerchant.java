// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.util.List;

/**
 * A merchant in your scope with its outlets.
 *
 * @param id The id.
 * @param name The name shown to users.
 * @param slug 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end.
 * @param category Upper-case letters, digits and underscores.
 * @param isActive Whether users see it.
 * @param outlets The outlets.
 */
public record PartnerMerchant(
    String id,
    String name,
    String slug,
    String category,
    boolean isActive,
    List<PartnerMerchantOutlet> outlets) {}
