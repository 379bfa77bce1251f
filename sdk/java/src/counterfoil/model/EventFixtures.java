// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

import java.time.Instant;
import java.util.List;

/** One event of each type, for the tests of your backend. */
public final class EventFixtures {
  /** The events in the order of {@link EventType}. */
  public static final List<Event> ALL = List.of(
      new ClaimCreated(
          "0199a7f9-e4a2-7b06-8d3a-15e9c7f04b08",
          Instant.parse("2026-11-15T08:30:00.000Z"),
          false,
          new ClaimCreatedData(
              "0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d",
              "user-42",
              "0199a7f4-18d3-7690-b1ce-6a52f48e0d05",
              "0199a1b6-52e9-7f38-8c55-e07a3b91d604",
              "{b}Free{/b} kopi with any toast set",
              "01999d54-3a18-7c62-b6e3-91f0a7d2c402")),
      new RedemptionCreated(
          "0199a7f9-e4a2-7b06-8d3a-15e9c7f04b08",
          Instant.parse("2026-11-15T08:30:00.000Z"),
          false,
          new RedemptionCreatedData(
              "0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d",
              "user-42",
              "0199a7f9-e4a0-7d17-9e28-b3c60f75a106",
              "0199a1b6-52e9-7f38-8c55-e07a3b91d604",
              "{b}Free{/b} kopi with any toast set",
              "01999d58-77c4-7e0d-a2b9-4d8e16f35b03",
              "Kopi Corner Suria",
              RedemptionStatus.SUCCESS,
              null,
              "01999d54-3a18-7c62-b6e3-91f0a7d2c402",
              "Kopi Corner",
              RedemptionMethod.PIN)),
      new RedemptionVoided(
          "0199a7f9-e4a2-7b06-8d3a-15e9c7f04b08",
          Instant.parse("2026-11-15T08:30:00.000Z"),
          false,
          new RedemptionVoidedData(
              "0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d",
              "user-42",
              "0199a7f9-e4a0-7d17-9e28-b3c60f75a106",
              "0199a1b6-52e9-7f38-8c55-e07a3b91d604",
              "{b}Free{/b} kopi with any toast set",
              "01999d54-3a18-7c62-b6e3-91f0a7d2c402",
              "01999d58-77c4-7e0d-a2b9-4d8e16f35b03",
              "Redeemed twice by mistake.",
              Instant.parse("2026-11-15T08:30:00.000Z"))),
      new VoucherPublished(
          "0199a7f9-e4a2-7b06-8d3a-15e9c7f04b08",
          Instant.parse("2026-11-15T08:30:00.000Z"),
          false,
          new VoucherPublishedData(
              "0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d",
              "user-42",
              "0199a1b6-52e9-7f38-8c55-e07a3b91d604",
              "{b}Free{/b} kopi with any toast set",
              "01999d54-3a18-7c62-b6e3-91f0a7d2c402",
              "Kopi Corner",
              ValueType.FREE_ITEM)));

  private EventFixtures() {}
}
