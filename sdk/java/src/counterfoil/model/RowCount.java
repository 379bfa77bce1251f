// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * How many rows match the filters. Only with {@code count=true}.
 *
 * @param value The value.
 * @param isExact False if there are more: counting stops at 10,000. Then {@code value} is 10000.
 */
public record RowCount(
    int value,
    boolean isExact) {}
