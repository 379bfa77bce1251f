// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * An amount of money. What one redemption is worth between the parties. Responses have exactly the decimals of the
 * currency.
 *
 * @param amount A decimal number as text, with at most 12 digits before the point.
 * @param currency Three upper-case letters (ISO 4217).
 */
public record RedemptionValue(
    String amount,
    String currency) {}
