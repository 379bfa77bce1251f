package counterfoil;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import counterfoil.model.Event;
import counterfoil.model.UnknownEvent;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Receives webhooks: verifies them, and passes each event to the function for its type. It is a handler of Java's own
 * {@code HttpServer}:
 *
 * <pre>{@code
 * server.createContext("/hooks", counterfoil.webhooks().handler()
 *     .on(ClaimCreated.class, event -> save(event.data()))
 *     .once(handledEvents)
 *     .build());
 * }</pre>
 *
 * <p>For another server, pass the bytes of the body and the signature to {@link #respond(byte[], String)}. For the events of
 * the feed, pass the handler to {@link Events#catchUp}: they are handled like deliveries.
 *
 * <p>The status is 2xx only after the work is done: with any other status, the service delivers the event again.
 */
public final class WebhookHandler implements HttpHandler, EventHandler<Event> {
  /** Events have a few hundred bytes. Anyone can send a request, so its body must not fill the memory. */
  private static final int MAX_BODY_BYTES = 1024 * 1024;

  /**
   * What to respond to a webhook.
   *
   * @param status the HTTP status
   * @param text the body
   */
  public record Response(int status, String text) {}

  private final Webhooks webhooks;
  private final Map<Class<?>, EventHandler<Event>> handlers;
  private final EventHandler<Event> sample;
  private final EventHandler<Event> work;
  private final Consumer<Throwable> onError;

  private WebhookHandler(Builder options) {
    webhooks = options.webhooks;
    handlers = Map.copyOf(options.handlers);
    sample = options.sample;
    work = options.once == null ? this::dispatch : new OncePerEvent(options.once, this::dispatch);
    onError = options.onError;
  }

  /** Receives a webhook from {@code com.sun.net.httpserver.HttpServer}. */
  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      // One byte more than allowed shows that the body is too large.
      var body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
      var response = respond(body, exchange.getRequestHeaders());
      var bytes = response.text.getBytes(UTF_8);
      exchange.sendResponseHeaders(response.status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  /** Handles an event as if it were delivered now: by its type, and once. */
  @Override
  public void handle(Event event) throws Exception {
    work.handle(event);
  }

  /**
   * Receives a webhook from any server.
   *
   * @param rawBody the body as it was received: at most 1 MiB is accepted
   * @param headers the headers of the request; names in any case
   * @return what to respond
   */
  public Response respond(byte[] rawBody, Map<String, List<String>> headers) {
    return respond(rawBody, Webhooks.signatureOf(headers));
  }

  /**
   * Receives a webhook from any server.
   *
   * @param rawBody the body as it was received: at most 1 MiB is accepted
   * @param signature the value of the header {@code x-signature}; null or empty if there is none
   * @return what to respond
   */
  public Response respond(byte[] rawBody, String signature) {
    try {
      if (rawBody.length > MAX_BODY_BYTES) throw new WebhookException("body_too_large", "no event is larger than 1 MiB");
      handle(webhooks.verify(rawBody, signature));
      return new Response(200, "ok");
    } catch (WebhookException error) {
      onError.accept(error);
      return new Response(statusOf(error), error.getMessage());
    } catch (Exception | Error error) {
      onError.accept(error);
      return new Response(500, "the handler failed");
    }
  }

  private static int statusOf(WebhookException error) {
    return switch (error.code()) {
      case "body_too_large" -> 413;
      case "not_an_event" -> 400;
      default -> 401;
    };
  }

  private void dispatch(Event event) throws Exception {
    var handler = event.test() ? sample : handlers.get(event.getClass());
    if (handler != null) handler.handle(event);
  }

  /** The functions of a handler, and its options. */
  public static final class Builder {
    private static final System.Logger LOG = System.getLogger("counterfoil");

    private final Webhooks webhooks;
    private final Map<Class<?>, EventHandler<Event>> handlers = new HashMap<>();
    private EventHandler<Event> sample;
    private OnceStore once;
    private Consumer<Throwable> onError = error -> LOG.log(Level.ERROR, "A webhook was not handled", error);

    Builder(Webhooks webhooks) {
      this.webhooks = webhooks;
    }

    /**
     * Sets the function for one type of event. Types without a function are answered with 200 and ignored.
     *
     * @param type for example {@code ClaimCreated.class}; {@link UnknownEvent} stands for all types that this version does
     *     not know
     * @param handle does the work
     * @param <E> the type of the event
     * @return this builder
     */
    public <E extends Event> Builder on(Class<E> type, EventHandler<? super E> handle) {
      handlers.put(type, event -> handle.handle(type.cast(event)));
      return this;
    }

    /**
     * Sets the function for samples. They describe no real event, so no other function gets them.
     *
     * @param handle gets samples of every type
     * @return this builder
     */
    public Builder onSample(EventHandler<Event> handle) {
      sample = handle;
      return this;
    }

    /**
     * Handles each event once, although the service may deliver it again.
     *
     * @param store remembers the ids of handled events
     * @return this builder
     */
    public Builder once(OnceStore store) {
      once = store;
      return this;
    }

    /**
     * Gets everything that is answered with 4xx or 5xx.
     *
     * @param onError by default, errors go to the logger {@code counterfoil}
     * @return this builder
     */
    public Builder onError(Consumer<Throwable> onError) {
      this.onError = onError;
      return this;
    }

    /**
     * Creates the handler.
     *
     * @return a handler with these functions
     */
    public WebhookHandler build() {
      return new WebhookHandler(this);
    }
  }
}
