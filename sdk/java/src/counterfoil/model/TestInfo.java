// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * Your test twin and its settings.
 *
 * @param slug 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end.
 * @param liveSlug The slug of the live partner. Null if the test partner is not a twin.
 * @param issuer The {@code iss} that tokens of this test partner must have.
 * @param now The current time of the sandbox.
 * @param webhookUrl Where events are sent. Null: events are only in the feed.
 * @param jwksUrl Where your public keys are fetched. Null: only registered keys and ours are accepted.
 */
public record TestInfo(
    String slug,
    String liveSlug,
    String issuer,
    Instant now,
    String webhookUrl,
    String jwksUrl) {}
