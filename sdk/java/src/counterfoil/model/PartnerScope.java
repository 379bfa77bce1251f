// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.util.List;

/**
 * A part of Partner.
 *
 * @param merchantIds The merchant ids.
 * @param categories The categories.
 */
public record PartnerScope(
    List<String> merchantIds,
    List<String> categories) {}
