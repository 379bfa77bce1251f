package counterfoil;

import counterfoil.model.ErrorCode;
import counterfoil.model.UserUpsert;
import counterfoil.model.UserUpsertResult;

/** Creates, updates and deletes your users. */
public final class Users {
  private final Transport transport;

  Users(Transport transport) {
    this.transport = transport;
  }

  /**
   * Creates or updates a user. Fields that are not set stay unchanged; null clears a field.
   *
   * @param user the fields to set
   * @return the id of the user, and whether the user is new
   */
  public UserUpsertResult upsert(UserUpsert user) {
    return transport.signed(UserUpsertResult.class, Call.post("/integrations/users", user.fields()));
  }

  /**
   * Clears the user's personal data. A user who does not exist counts as deleted.
   *
   * @param externalUserId your own id of the user
   */
  public void delete(String externalUserId) {
    try {
      transport.signed(Void.class, Call.delete("/integrations/users/" + Call.segment(externalUserId)));
    } catch (CounterfoilException error) {
      if (!error.code().equals(ErrorCode.USER_NOT_FOUND)) throw error;
    }
  }
}
