// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * The response of your endpoint to a sample.
 *
 * @param ok Whether the receiver answered with a 2xx status.
 * @param attemptedAt The attempted at.
 * @param status HTTP status; null if there was no response.
 * @param durationMs The duration ms.
 * @param response The start of the response body. May be null.
 * @param error Why there was no response. May be null.
 */
public record WebhookTestResult(
    boolean ok,
    Instant attemptedAt,
    Integer status,
    int durationMs,
    String response,
    String error) {}
