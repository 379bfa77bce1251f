package counterfoil;

/** A webhook that must not be trusted. */
public final class WebhookException extends Exception {
  private static final long serialVersionUID = 1;

  /** {@code missing_signature}, {@code invalid_signature}, {@code signature_expired} or {@code not_an_event}. */
  public final String code;

  WebhookException(String code, String message) {
    super(code + ": " + message);
    this.code = code;
  }
}
