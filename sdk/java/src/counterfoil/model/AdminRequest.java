// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;
import java.util.List;

/**
 * A request of your backend or of one of your users.
 *
 * @param id The id of the request, as in the response header {@code x-request-id}.
 * @param at When it was answered.
 * @param partnerId Null if the request named no known partner.
 * @param partnerName The partner name. May be null.
 * @param surface integration: the partner’s backend. consumer: one of its users.
 * @param method The method.
 * @param route The path of the route, with its parameters by name. {@code /integrations/*}, {@code /me/*} or {@code
 *     /*} for a path that does not exist.
 * @param status The status.
 * @param code The error code of the response. May be null.
 * @param help The path of the page about the error code, on this host. Null for a call that succeeded.
 * @param durationMs The duration ms.
 * @param externalUserId Null if the signature or the token was not accepted, or the request is about no user.
 * @param reason The reason in English. Null for a successful call without unknown fields.
 * @param facts The same as data, without words: one item for each sentence. The console writes them in the language
 *     of the reader. May be null.
 * @param traceId The id of its OpenTelemetry trace. Null if it was not traced.
 */
public record AdminRequest(
    String id,
    Instant at,
    String partnerId,
    String partnerName,
    RequestSurface surface,
    String method,
    String route,
    int status,
    String code,
    String help,
    double durationMs,
    String externalUserId,
    String reason,
    List<AdminRequestFact> facts,
    String traceId) {}
