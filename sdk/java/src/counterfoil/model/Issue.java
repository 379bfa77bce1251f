// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * One invalid part of a request.
 *
 * @param path JSON pointer to the invalid part of the request.
 * @param message The message.
 */
public record Issue(
    String path,
    String message) {}
