// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * One invalid part of a request.
 *
 * @param path JSON pointer to the invalid part of the request.
 * @param message The message.
 * @param facts The same as data, without words. The console writes it in the language of the reader. May be null.
 */
public record Issue(
    String path,
    String message,
    IssueFacts facts) {}
