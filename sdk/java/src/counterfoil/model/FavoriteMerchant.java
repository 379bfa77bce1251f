// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * A merchant that a user follows.
 *
 * @param merchantId The merchant id.
 * @param favoritedAt The favorited at.
 * @param name The name shown to users.
 * @param slug 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end.
 * @param category Upper-case letters, digits and underscores.
 * @param logoPath A path under /uploads/ or an https URL. May be null.
 */
public record FavoriteMerchant(
    String merchantId,
    Instant favoritedAt,
    String name,
    String slug,
    String category,
    String logoPath) {}
