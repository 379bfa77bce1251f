// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;
import java.util.List;

/**
 * Your test twin. {@code secret} and {@code apiKey} are present only if it was created now.
 *
 * @param id The id.
 * @param slug 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end.
 * @param mode A test partner has its own sandbox and sees nothing else. See {@code POST …/sandbox}.
 * @param twinId The test twin of a live partner, or the live partner of a test twin; null if there is none.
 * @param name The name.
 * @param displayName The name shown to users.
 * @param logoPath A path under /uploads/ or an https URL.
 * @param jwtIssuer The {@code iss} claim of the partner’s tokens. Unique.
 * @param jwksUrl Set exactly one of jwksUrl and publicKey. May be null.
 * @param publicKey The public key. May be null.
 * @param nextPublicKey The next public key. May be null.
 * @param jwtAudience The jwt audience. May be null.
 * @param maxTokenLifetimeSeconds The max token lifetime seconds. May be null.
 * @param webhookUrl The webhook url. May be null.
 * @param disabled The disabled.
 * @param requireV2 Whether server-to-server requests without a v2 signature are refused.
 * @param accentColor A color in the form #rrggbb. May be null.
 * @param shareUrl An https URL with {path} after the host, once. May be null.
 * @param frameAncestors The frame ancestors.
 * @param scope A merchant is in scope if merchantIds lists it or categories lists its category. May be null.
 * @param eventTypes The types of events that are delivered to webhookUrl. The events feed always has every type.
 *     Types that are added later are off until they are chosen.
 * @param integrationRequestsPerMinute How many requests to {@code /integrations/*} are admitted in any 60 seconds;
 *     null: no limit.
 * @param consumerRequestsPerMinute How many requests of all users together are admitted in any 60 seconds; null: no
 *     limit.
 * @param webhookFailingSince The time of the first failed attempt since the last success; null if the last attempt
 *     succeeded or none was made.
 * @param webhookPausedAt When deliveries to webhookUrl were paused; null if they are not paused.
 * @param webhookPauseReason GONE: the endpoint answered 410. EXHAUSTED: it failed for 5 days, at least 20 times,
 *     without a success. May be null.
 * @param nextSecretSince When the next HMAC secret was created; null if there is none to promote.
 * @param createdAt The created at.
 * @param updatedAt The updated at.
 * @param version Increases with every update. Send it in If-Match to avoid overwriting someone else’s update.
 * @param secret Shown only once. May be null.
 * @param apiKey An API key of role partner, for the test twin. Shown only once. May be null.
 */
public record CreatedTwin(
    String id,
    String slug,
    PartnerMode mode,
    String twinId,
    String name,
    String displayName,
    String logoPath,
    String jwtIssuer,
    String jwksUrl,
    Object publicKey,
    Object nextPublicKey,
    String jwtAudience,
    Integer maxTokenLifetimeSeconds,
    String webhookUrl,
    boolean disabled,
    boolean requireV2,
    String accentColor,
    String shareUrl,
    List<String> frameAncestors,
    PartnerScope scope,
    List<EventType> eventTypes,
    Integer integrationRequestsPerMinute,
    Integer consumerRequestsPerMinute,
    Instant webhookFailingSince,
    Instant webhookPausedAt,
    PauseReason webhookPauseReason,
    Instant nextSecretSince,
    Instant createdAt,
    Instant updatedAt,
    int version,
    String secret,
    String apiKey) {}
