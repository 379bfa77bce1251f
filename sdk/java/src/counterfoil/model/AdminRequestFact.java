// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.util.List;

/**
 * A part of AdminRequest.
 *
 * @param sentence What to say, as a key of a catalogue of words.
 * @param details The values in the sentence, by the names of their placeholders. {@code count} chooses the plural
 *     form.
 * @param issues What is wrong with parts of a request, at most five. {@code details.count} is the number of the
 *     others. May be null.
 */
public record AdminRequestFact(
    String sentence,
    Object details,
    List<AdminRequestFactIssue> issues) {}
