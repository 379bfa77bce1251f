// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/**
 * The id of the user, and whether the user is new.
 *
 * @param userId The user id.
 * @param created The created.
 */
public record UserUpsertResult(
    String userId,
    boolean created) {}
