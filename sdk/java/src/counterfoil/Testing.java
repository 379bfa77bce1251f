package counterfoil;

import static java.nio.charset.StandardCharsets.UTF_8;

import counterfoil.model.Event;
import counterfoil.model.EventFixtures;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** For the tests of your own backend. */
public final class Testing {
  /**
   * A request like a real delivery.
   *
   * @param body the bytes that were signed
   * @param headers the headers of a delivery
   */
  public record SignedRequest(byte[] body, Map<String, List<String>> headers) {
    /**
     * The request, ready to send.
     *
     * @param receiver the address of your receiver
     * @return a POST of the body with its headers
     */
    public HttpRequest to(URI receiver) {
      var request = HttpRequest.newBuilder(receiver).POST(BodyPublishers.ofByteArray(body));
      headers.forEach((name, values) -> request.header(name, values.get(0)));
      return request.build();
    }
  }

  private Testing() {}

  /**
   * One event of each type, as the service sends it.
   *
   * @return the events in the order of {@link counterfoil.model.EventType}
   */
  public static List<Event> fixtures() {
    return EventFixtures.ALL;
  }

  /**
   * The event of one type, as the service sends it.
   *
   * @param type for example {@code ClaimCreated.class}
   * @param <E> the type of the event
   * @return the event
   */
  public static <E extends Event> E fixture(Class<E> type) {
    return fixtures().stream().filter(type::isInstance).map(type::cast).findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No fixture of " + type.getName()));
  }

  /**
   * A request like a real delivery, signed now.
   *
   * @param event for example a fixture
   * @param secret the secret that your receiver verifies with
   * @return body and headers
   */
  public static SignedRequest signedRequest(Event event, String secret) {
    return signedRequest(event, secret, Clock.systemUTC());
  }

  /**
   * A request like a real delivery, signed at another time.
   *
   * @param event for example a fixture
   * @param secret the secret that your receiver verifies with
   * @param clock the time of the signature
   * @return body and headers
   */
  public static SignedRequest signedRequest(Event event, String secret, Clock clock) {
    var body = Json.write(EventReader.write(event)).getBytes(UTF_8);
    var headers = new LinkedHashMap<String, List<String>>();
    headers.put("content-type", List.of("application/json"));
    var timestamp = clock.instant().getEpochSecond();
    headers.put("x-signature", List.of(Signature.ofWebhook(secret, timestamp, body)));
    headers.put("webhook-id", List.of(event.id()));
    headers.put("webhook-timestamp", List.of(String.valueOf(timestamp)));
    headers.put("webhook-signature", List.of(Signature.standard(secret, event.id(), timestamp, body)));
    headers.put("x-event-id", List.of(event.id()));
    headers.put("x-event-type", List.of(event.type()));
    headers.put("x-delivery-attempt", List.of("1"));
    return new SignedRequest(body, headers);
  }
}
