package counterfoil;

import java.lang.System.Logger.Level;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The calls of a partner's backend. Every attempt is signed with its own time, and failed ones are repeated. Safe to use
 * from several threads.
 *
 * <pre>{@code
 * var counterfoil = Counterfoil.builder()
 *     .baseUrl("https://vouchers.example.com").slug("acme-pay").secrets(secret)
 *     .build();
 * counterfoil.users().upsert(new UserUpsert("user-42").displayName("Aina"));
 * }</pre>
 *
 * <p>A call that fails throws {@link CounterfoilException}.
 */
public final class Counterfoil {
  private final Users users;
  private final Events events;
  private final Merchants merchants;
  private final Webhooks webhooks;
  private final Sandbox sandbox;
  private final Support support;
  private final Secret secret;
  private final WebhookEndpoint webhook;

  private Counterfoil(Builder options) {
    webhooks = new Webhooks(options.secrets, options.tolerance, options.clock);
    var transport = new Transport(new Transport.Settings(
        Objects.requireNonNull(options.baseUrl, "baseUrl").replaceAll("/+$", ""),
        Objects.requireNonNull(options.slug, "slug"),
        options.secrets.get(0),
        options.apiKey,
        options.http == null ? defaultClient(options.timeout) : options.http,
        options.retries,
        options.timeout,
        options.clock,
        options.onWarning));
    users = new Users(transport);
    events = new Events(transport);
    merchants = new Merchants(transport);
    var partner = new OwnPartner(transport, options.slug);
    sandbox = new Sandbox(transport, partner);
    support = new Support(transport, partner);
    secret = new Secret(transport, partner);
    webhook = new WebhookEndpoint(transport, partner);
  }

  /**
   * Starts the configuration of a client.
   *
   * @return a builder that needs {@code baseUrl}, {@code slug} and {@code secrets}
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Creates, updates and deletes your users.
   *
   * @return the calls about users
   */
  public Users users() {
    return users;
  }

  /**
   * The feed of the last 30 days.
   *
   * @return the calls about events
   */
  public Events events() {
    return events;
  }

  /**
   * The merchants in your scope.
   *
   * @return the calls about merchants
   */
  public Merchants merchants() {
    return merchants;
  }

  /**
   * Receives the webhooks that we send you.
   *
   * @return the verification and the handler
   */
  public Webhooks webhooks() {
    return webhooks;
  }

  /**
   * For the slug and secret of your test twin: clock, scenarios, simulators, reset.
   *
   * @return the calls of the sandbox
   */
  public Sandbox sandbox() {
    return sandbox;
  }

  /**
   * Look-ups for your support desk. They need an API key.
   *
   * @return the look-ups
   */
  public Support support() {
    return support;
  }

  /**
   * Rotates your secret. This needs an API key.
   *
   * @return the calls about your secret
   */
  public Secret secret() {
    return secret;
  }

  /**
   * Your endpoint as we see it: test, resume, replay. This needs an API key.
   *
   * @return the calls about your endpoint
   */
  public WebhookEndpoint webhook() {
    return webhook;
  }

  private static HttpClient defaultClient(Duration timeout) {
    // The signature is for one path only, and this client follows no redirects.
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(timeout).build();
  }

  /** The settings of a client. */
  public static final class Builder {
    private static final System.Logger LOG = System.getLogger("counterfoil");

    private String baseUrl;
    private String slug;
    private List<String> secrets = List.of();
    private String apiKey;
    private HttpClient http;
    private int retries = 3;
    private Duration timeout = Duration.ofSeconds(10);
    private Duration tolerance = Webhooks.DEFAULT_TOLERANCE;
    private Clock clock = Clock.systemUTC();
    private Consumer<String> onWarning = message -> LOG.log(Level.WARNING, message);

    private Builder() {}

    /**
     * The address of the service.
     *
     * @param baseUrl for example {@code https://vouchers.example.com}
     * @return this builder
     */
    public Builder baseUrl(String baseUrl) {
      this.baseUrl = baseUrl;
      return this;
    }

    /**
     * Your slug, or that of your test twin.
     *
     * @param slug for example {@code acme-pay}
     * @return this builder
     */
    public Builder slug(String slug) {
      this.slug = slug;
      return this;
    }

    /**
     * Your secret; several during a rotation.
     *
     * @param secrets the first one signs requests; webhooks may be signed with any of them
     * @return this builder
     */
    public Builder secrets(String... secrets) {
      this.secrets = List.of(secrets);
      return this;
    }

    /**
     * An API key of role {@code partner}. {@code support}, {@code secret} and {@code webhook} need it.
     *
     * @param apiKey null if you have none
     * @return this builder
     */
    public Builder apiKey(String apiKey) {
      this.apiKey = apiKey;
      return this;
    }

    /**
     * Sends the requests, for example through a proxy. It must not follow redirects.
     *
     * @param http by default a client for HTTP/1.1
     * @return this builder
     * @throws IllegalArgumentException if the client follows redirects: a signature is for one path only
     */
    public Builder httpClient(HttpClient http) {
      if (http.followRedirects() != HttpClient.Redirect.NEVER) {
        throw new IllegalArgumentException("The HTTP client must not follow redirects");
      }
      this.http = http;
      return this;
    }

    /**
     * How often a failed call is repeated.
     *
     * @param retries 3 by default
     * @return this builder
     */
    public Builder retries(int retries) {
      this.retries = retries;
      return this;
    }

    /**
     * The maximum duration of one attempt.
     *
     * @param timeout 10 seconds by default
     * @return this builder
     */
    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    /**
     * How far the timestamp of a webhook may be from the clock.
     *
     * @param tolerance 5 minutes by default
     * @return this builder
     */
    public Builder tolerance(Duration tolerance) {
      this.tolerance = tolerance;
      return this;
    }

    /**
     * Gets what is probably a mistake, although a call succeeds.
     *
     * @param onWarning by default, warnings go to the logger {@code counterfoil}
     * @return this builder
     */
    public Builder onWarning(Consumer<String> onWarning) {
      this.onWarning = onWarning;
      return this;
    }

    /**
     * For tests: the clock that signs requests and verifies webhooks.
     *
     * @param clock the clock of the machine by default
     * @return this builder
     */
    public Builder clock(Clock clock) {
      this.clock = clock;
      return this;
    }

    /**
     * Creates the client.
     *
     * @return a client with these settings
     * @throws IllegalArgumentException if there is no secret, or one of them is empty
     */
    public Counterfoil build() {
      return new Counterfoil(this);
    }
  }
}
