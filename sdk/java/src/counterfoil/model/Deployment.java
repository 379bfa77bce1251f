// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * A deployment of your backend.
 *
 * @param id The id.
 * @param partnerId The partner id.
 * @param name What you deployed, such as a version or a commit.
 * @param at The at.
 */
public record Deployment(
    String id,
    String partnerId,
    String name,
    Instant at) {}
