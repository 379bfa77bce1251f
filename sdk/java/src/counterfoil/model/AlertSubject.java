// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * A part of Alert.
 *
 * @param type The type.
 * @param id A uuid; of a month or a cell, its name.
 * @param name The name.
 */
public record AlertSubject(
    String type,
    String id,
    String name) {}
