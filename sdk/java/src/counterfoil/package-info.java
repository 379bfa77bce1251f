/**
 * Counterfoil for a partner's backend. Start with {@link counterfoil.Counterfoil}, the calls, and
 * {@link counterfoil.Tokens}, the tokens of your users. {@link counterfoil.model} has the records that calls take and return.
 */
package counterfoil;
