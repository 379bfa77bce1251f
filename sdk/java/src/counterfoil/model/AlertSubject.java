// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * A part of Alert.
 *
 * @param type The type.
 * @param id The id.
 * @param name The name.
 */
public record AlertSubject(
    AlertSubjectType type,
    String id,
    String name) {}
