// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** The user of a token for the sandbox. */
public final class TestTokenRequest extends Input {
  /**
   * With the fields that are required.
   *
   * @param externalUserId The partner’s own stable id of the user, and the {@code sub} of its tokens. Opaque: any
   *     characters are allowed.
   */
  public TestTokenRequest(String externalUserId) {
    set("externalUserId", externalUserId);
  }

  /**
   * Sets {@code email}.
   *
   * @param email null clears the field
   * @return this object
   */
  public TestTokenRequest email(String email) {
    set("email", email);
    return this;
  }

  /**
   * Sets {@code displayName}.
   *
   * @param displayName null clears the field
   * @return this object
   */
  public TestTokenRequest displayName(String displayName) {
    set("displayName", displayName);
    return this;
  }

  /**
   * Sets {@code expiresInSeconds}.
   *
   * @param expiresInSeconds the value
   * @return this object
   */
  public TestTokenRequest expiresInSeconds(int expiresInSeconds) {
    set("expiresInSeconds", expiresInSeconds);
    return this;
  }
}
