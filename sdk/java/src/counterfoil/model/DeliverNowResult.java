// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * The deliveries that are sent now.
 *
 * @param deliveries How many are sent.
 */
public record DeliverNowResult(
    int deliveries) {}
