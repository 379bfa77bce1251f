// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * A user token for the sandbox.
 *
 * @param token The token.
 * @param expiresAt In real time, not by the clock of the sandbox.
 */
public record TestToken(
    String token,
    Instant expiresAt) {}
