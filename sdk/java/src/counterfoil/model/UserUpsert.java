// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** A user to create or update. Omitted fields stay unchanged; null clears a field. */
public final class UserUpsert extends Input {
  /**
   * With the fields that are required.
   *
   * @param externalUserId The partner’s own stable id of the user, and the {@code sub} of its tokens. Opaque: any
   *     characters are allowed.
   */
  public UserUpsert(String externalUserId) {
    set("externalUserId", externalUserId);
  }

  /**
   * Sets {@code email}.
   *
   * @param email null clears the field
   * @return this object
   */
  public UserUpsert email(String email) {
    set("email", email);
    return this;
  }

  /**
   * Sets {@code displayName}.
   *
   * @param displayName null clears the field
   * @return this object
   */
  public UserUpsert displayName(String displayName) {
    set("displayName", displayName);
    return this;
  }

  /**
   * Sets {@code phone}. E.164 recommended. Only used by support to look up users.
   *
   * @param phone null clears the field
   * @return this object
   */
  public UserUpsert phone(String phone) {
    set("phone", phone);
    return this;
  }

  /**
   * Sets {@code countryCode}. Two ASCII letters (ISO 3166-1 alpha-2).
   *
   * @param countryCode null clears the field
   * @return this object
   */
  public UserUpsert countryCode(String countryCode) {
    set("countryCode", countryCode);
    return this;
  }

  /**
   * Sets {@code locale}. BCP 47 tag. Informational.
   *
   * @param locale null clears the field
   * @return this object
   */
  public UserUpsert locale(String locale) {
    set("locale", locale);
    return this;
  }
}
