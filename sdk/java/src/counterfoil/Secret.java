package counterfoil;

import counterfoil.model.Partner;

/** Rotates your secret. */
public final class Secret {
  record NewSecret(String secret) {}

  private final Transport transport;
  private final OwnPartner partner;

  Secret(Transport transport, OwnPartner partner) {
    this.transport = transport;
    this.partner = partner;
  }

  /**
   * Creates the next secret. From now on, the service accepts both.
   *
   * @return the next secret, which is shown only once
   */
  public String rotate() {
    return transport.keyed(NewSecret.class, Call.post(partner.path("secret/rotate"))).secret;
  }

  /**
   * From now on, webhooks are signed with the next secret. The old one is accepted for another 24 hours.
   *
   * @return your partner record
   */
  public Partner promote() {
    return transport.keyed(Partner.class, Call.post(partner.path("secret/promote")));
  }
}
