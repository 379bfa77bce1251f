package counterfoil;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A user to create or update. A field that is not set stays unchanged; null clears it:
 *
 * <pre>{@code User.of("user-42").displayName("Aina").phone(null)}</pre>
 */
public final class User {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  private User() {}

  public static User of(String externalUserId) {
    return new User().with("externalUserId", externalUserId);
  }

  public User email(String email) {
    return with("email", email);
  }

  public User displayName(String displayName) {
    return with("displayName", displayName);
  }

  public User phone(String phone) {
    return with("phone", phone);
  }

  public User countryCode(String countryCode) {
    return with("countryCode", countryCode);
  }

  public User locale(String locale) {
    return with("locale", locale);
  }

  private User with(String name, String value) {
    fields.put(name, value);
    return this;
  }

  Map<String, Object> fields() {
    return fields;
  }
}
