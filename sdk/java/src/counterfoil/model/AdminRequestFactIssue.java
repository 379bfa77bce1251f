// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * A part of AdminRequestFact.
 *
 * @param path A JSON pointer. Empty for the request as a whole.
 * @param sentence What to say, as a key of a catalogue of words.
 * @param details The values in the sentence, by the names of their placeholders. {@code count} chooses the plural
 *     form.
 */
public record AdminRequestFactIssue(
    String path,
    String sentence,
    Object details) {}
