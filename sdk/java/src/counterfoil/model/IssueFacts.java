// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * A part of Issue.
 *
 * @param sentence What to say, as a key of a catalogue of words.
 * @param details The values in the sentence, by the names of their placeholders. {@code count} chooses the plural
 *     form.
 */
public record IssueFacts(
    String sentence,
    Object details) {}
