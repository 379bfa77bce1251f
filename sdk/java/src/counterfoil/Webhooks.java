package counterfoil;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Verifies webhooks. During a rotation, give it both secrets. */
public final class Webhooks {
  private static final long TOLERANCE_SECONDS = 300;

  private final List<String> secrets;
  private final Clock clock;

  public Webhooks(List<String> secrets) {
    this(secrets, Clock.systemUTC());
  }

  Webhooks(List<String> secrets, Clock clock) {
    if (secrets.isEmpty() || secrets.contains("")) {
      throw new IllegalArgumentException("Counterfoil needs at least one secret, and none of them may be empty");
    }
    this.secrets = List.copyOf(secrets);
    this.clock = clock;
  }

  /**
   * Returns the event if one of the secrets signed exactly these bytes. Pass the body as it was received: JSON that is parsed
   * and serialized again has other bytes.
   *
   * @param headers such as those of {@code com.sun.net.httpserver} or {@code java.net.http}; names in any case
   */
  public Event verify(byte[] rawBody, Map<String, List<String>> headers) throws WebhookException {
    var header = headers.entrySet().stream()
        .filter(entry -> "x-signature".equalsIgnoreCase(entry.getKey()) && !entry.getValue().isEmpty())
        .map(entry -> entry.getValue().get(0))
        .findFirst().orElse("");
    return verify(rawBody, header);
  }

  /** Like {@code verify} above, with the value of the header {@code x-signature}: null or empty if there is none. */
  public Event verify(byte[] rawBody, String signature) throws WebhookException {
    if (signature == null || signature.isEmpty()) {
      throw new WebhookException("missing_signature", "the request has no x-signature header");
    }
    switch (Signature.verify(signature, secrets, rawBody, clock.instant().getEpochSecond(), TOLERANCE_SECONDS)) {
      case "invalid_signature" -> throw new WebhookException("invalid_signature",
          "no secret matches these bytes; check that the secret is the current one and that the body is passed unchanged");
      case "signature_expired" -> throw new WebhookException("signature_expired",
          "the timestamp differs from the clock of this machine by more than the tolerance");
      default -> { }
    }
    var event = Event.of(parse(rawBody));
    if (event == null) {
      throw new WebhookException("not_an_event", "the body is not a JSON object with id, type and data");
    }
    return event;
  }

  private static Object parse(byte[] body) {
    try {
      return Json.parse(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
    } catch (CharacterCodingException | IllegalArgumentException error) {
      return null;
    }
  }
}
