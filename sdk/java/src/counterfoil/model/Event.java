// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;

/**
 * An event of a webhook or of the feed. Ask for its type with {@code instanceof}. Ignore types that you do not know:
 * new ones may be added.
 */
public sealed interface Event permits ClaimCreated, RedemptionCreated, RedemptionVoided, VoucherPublished, UnknownEvent {
  /**
   * The id of the event: the same in every delivery.
   *
   * @return a uuid
   */
  String id();

  /**
   * The type as sent.
   *
   * @return for example {@code CLAIM_CREATED}
   */
  String type();

  /**
   * When it happened.
   *
   * @return the time
   */
  Instant createdAt();

  /**
   * Samples describe no real event: answer them, but do not act on them.
   *
   * @return whether it is a sample
   */
  boolean test();

  /**
   * What happened.
   *
   * @return a record of fields; a map for an {@link UnknownEvent}
   */
  Object data();
}
