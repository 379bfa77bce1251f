package counterfoil;

/**
 * A webhook that must not be trusted.
 *
 * @serial exclude
 */
public final class WebhookException extends Exception {
  private static final long serialVersionUID = 1;

  private final String code;

  WebhookException(String code, String message) {
    super(code + ": " + message);
    this.code = code;
  }

  /**
   * Why the webhook was refused.
   *
   * @return {@code missing_signature}, {@code invalid_signature}, {@code signature_expired}, {@code not_an_event} or
   *     {@code body_too_large}
   */
  public String code() {
    return code;
  }
}
