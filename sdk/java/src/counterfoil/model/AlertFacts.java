// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * A part of Alert.
 *
 * @param sentence What happened, as a key of a catalogue of words.
 * @param details The values in the sentence, by the names of their placeholders. {@code count} chooses the plural
 *     form.
 */
public record AlertFacts(
    String sentence,
    Object details) {}
