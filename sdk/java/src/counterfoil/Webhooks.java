package counterfoil;

import counterfoil.model.Event;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Receives webhooks. A process that only receives them needs no {@link Counterfoil}. */
public final class Webhooks {
  static final Duration DEFAULT_TOLERANCE = Duration.ofMinutes(5);

  private final List<String> secrets;
  private final Duration tolerance;
  private final Clock clock;

  /**
   * For a process that only receives webhooks.
   *
   * @param secrets your secret; both during a rotation
   * @throws IllegalArgumentException if there is no secret, or one of them is empty
   */
  public Webhooks(String... secrets) {
    this(List.of(secrets), DEFAULT_TOLERANCE, Clock.systemUTC());
  }

  Webhooks(List<String> secrets, Duration tolerance, Clock clock) {
    if (secrets.isEmpty() || secrets.contains("")) {
      throw new IllegalArgumentException("Counterfoil needs at least one secret, and none of them may be empty");
    }
    this.secrets = List.copyOf(secrets);
    this.tolerance = tolerance;
    this.clock = clock;
  }

  /**
   * Receives webhooks: verifies them, and passes each event to the function for its type.
   *
   * @return a builder of the handler
   */
  public WebhookHandler.Builder handler() {
    return new WebhookHandler.Builder(this);
  }

  /**
   * Returns the event if one of the secrets signed exactly these bytes. Pass the body as it was received: JSON that is parsed
   * and serialized again has other bytes.
   *
   * @param rawBody the body as it was received
   * @param headers such as those of {@code com.sun.net.httpserver} or {@code java.net.http}; names in any case
   * @return the event
   * @throws WebhookException if the webhook must not be trusted
   */
  public Event verify(byte[] rawBody, Map<String, List<String>> headers) throws WebhookException {
    return verify(rawBody, signatureOf(headers));
  }

  /**
   * Returns the event if one of the secrets signed exactly these bytes.
   *
   * @param rawBody the body as it was received
   * @param signature the value of the header {@code x-signature}; null or empty if there is none
   * @return the event
   * @throws WebhookException if the webhook must not be trusted
   */
  public Event verify(byte[] rawBody, String signature) throws WebhookException {
    if (signature == null || signature.isEmpty()) {
      throw new WebhookException("missing_signature", "the request has no x-signature header");
    }
    switch (Signature.verify(signature, secrets, rawBody, clock.instant().getEpochSecond(), tolerance.toSeconds())) {
      case "invalid_signature" -> throw new WebhookException("invalid_signature",
          "no secret matches these bytes; check that the secret is the current one and that the body is passed unchanged");
      case "signature_expired" -> throw new WebhookException("signature_expired",
          "the timestamp differs from the clock of this machine by more than the tolerance");
      default -> { }
    }
    var event = EventReader.read(parse(rawBody));
    if (event == null) {
      throw new WebhookException("not_an_event", "the body is not a JSON object with id, type and data");
    }
    return event;
  }

  static String signatureOf(Map<String, List<String>> headers) {
    return headers.entrySet().stream()
        .filter(entry -> "x-signature".equalsIgnoreCase(entry.getKey()) && !entry.getValue().isEmpty())
        .map(entry -> entry.getValue().get(0))
        .findFirst().orElse("");
  }

  private static Object parse(byte[] body) {
    try {
      return Json.parse(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
    } catch (CharacterCodingException | IllegalArgumentException error) {
      return null;
    }
  }
}
