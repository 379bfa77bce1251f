package counterfoil;

import counterfoil.model.DeliverNowResult;
import counterfoil.model.Delivery;
import counterfoil.model.DeliveryHealth;
import counterfoil.model.EventType;
import counterfoil.model.Partner;
import counterfoil.model.Replay;
import counterfoil.model.ReplayRequest;
import counterfoil.model.WebhookTestResult;
import java.util.Map;

/** Your webhook endpoint, as the service sees it. */
public final class WebhookEndpoint {
  record PartnerWithDelivery(DeliveryHealth delivery) {}

  private final Transport transport;
  private final OwnPartner partner;

  WebhookEndpoint(Transport transport, OwnPartner partner) {
    this.transport = transport;
    this.partner = partner;
  }

  /**
   * Sends a signed sample to your endpoint.
   *
   * @param type the type of the sample
   * @return the response of your endpoint
   */
  public WebhookTestResult test(EventType type) {
    return transport.keyed(
        WebhookTestResult.class, Call.post(partner.path("webhook/test"), Map.of("type", type.value())));
  }

  /**
   * Whether events reach your endpoint, since when not, and how many did not arrive.
   *
   * @return the health
   */
  public DeliveryHealth health() {
    return transport.keyed(PartnerWithDelivery.class, Call.get(partner.path())).delivery;
  }

  /**
   * Sends everything that did not arrive now, also to a paused endpoint.
   *
   * @return the number of deliveries
   */
  public DeliverNowResult deliverNow() {
    return transport.keyed(DeliverNowResult.class, Call.post(partner.path("webhook/deliver-now")));
  }

  /**
   * Ends a pause. Waiting deliveries are sent now.
   *
   * @return your partner record
   */
  public Partner resume() {
    return transport.keyed(Partner.class, Call.post(partner.path("webhook/resume")));
  }

  /**
   * Sends the events of a period again, in the background. {@link #progress} reports how far the replay is.
   *
   * @param request the period, and which of its events
   * @return the replay
   */
  public Replay replay(ReplayRequest request) {
    return transport.keyed(Replay.class, Call.post(partner.path("replay"), request.fields()));
  }

  /**
   * The progress of the latest replay.
   *
   * @return the replay
   */
  public Replay progress() {
    return transport.keyed(Replay.class, Call.get(partner.path("replay")));
  }

  /**
   * Sends one delivery again, now, and restarts its schedule.
   *
   * @param deliveryId the {@code id} of a {@link Delivery}
   * @return the delivery
   */
  public Delivery retry(String deliveryId) {
    return transport.keyed(Delivery.class, Call.post("/admin/deliveries/" + Call.segment(deliveryId) + "/retry"));
  }
}
