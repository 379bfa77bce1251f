// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * What happens to the deliveries of the sandbox.
 *
 * @param failing How many attempts are still going to fail.
 * @param retried How many deliveries are sent now.
 */
public record DeliveryTestResult(
    int failing,
    int retried) {}
