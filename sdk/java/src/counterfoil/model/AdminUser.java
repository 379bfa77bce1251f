// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * A user, as your support desk sees it.
 *
 * @param id The id.
 * @param partnerId The partner id.
 * @param externalUserId The partner’s own stable id of the user, and the {@code sub} of its tokens. Opaque: any
 *     characters are allowed.
 * @param email The email. May be null.
 * @param displayName The display name. May be null.
 * @param phone E.164 recommended. Only used by support to look up users. May be null.
 * @param countryCode Two ASCII letters (ISO 3166-1 alpha-2). May be null.
 * @param locale BCP 47 tag. Informational. May be null.
 * @param anonymizedAt The anonymized at. May be null.
 * @param createdAt The created at.
 * @param updatedAt The updated at.
 */
public record AdminUser(
    String id,
    String partnerId,
    String externalUserId,
    String email,
    String displayName,
    String phone,
    String countryCode,
    String locale,
    Instant anonymizedAt,
    Instant createdAt,
    Instant updatedAt) {}
