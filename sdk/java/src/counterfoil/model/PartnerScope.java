// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.util.List;

/**
 * A merchant is in scope if merchantIds lists it or categories lists its category.
 *
 * @param merchantIds The merchant ids.
 * @param categories The categories.
 */
public record PartnerScope(
    List<String> merchantIds,
    List<String> categories) {}
