// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * A current problem.
 *
 * @param kind The kind.
 * @param message The message.
 * @param facts The same as data, without words: {@code message} is built from it, in English.
 * @param subject The object that the alert is about.
 * @param since The since.
 * @param delivery The delivery. May be null.
 */
public record Alert(
    AlertKind kind,
    String message,
    AlertFacts facts,
    AlertSubject subject,
    Instant since,
    DeliveryHealth delivery) {}
