// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * The state of your endpoint. Whether events reach the partner’s webhook.
 *
 * @param state OFF: the partner has no webhookUrl or is disabled. PAUSED: nothing is sent until the webhook is
 *     resumed. FAILING: no attempt has succeeded since the last failure. OK: neither.
 * @param since The first failure since the last success, or the start of the pause; null if OK or OFF.
 * @param undelivered Deliveries that wait after a failure, or failed. Exact up to 10000; 10001 stands for more.
 * @param lastStatus The HTTP status of the last attempt; null if there was no response or no attempt yet.
 */
public record DeliveryHealth(
    EndpointState state,
    Instant since,
    int undelivered,
    Integer lastStatus) {}
