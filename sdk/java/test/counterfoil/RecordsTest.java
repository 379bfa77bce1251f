package counterfoil;

import static counterfoil.Checks.check;

import counterfoil.model.Delivery;
import counterfoil.model.EventType;
import counterfoil.model.PartnerMerchant;
import counterfoil.model.RedemptionCreated;
import counterfoil.model.RedemptionMethod;
import counterfoil.model.RedemptionStatus;
import java.time.Instant;
import java.util.List;

/** How JSON becomes records. */
final class RecordsTest {
  private RecordsTest() {}

  static void run() {
    for (var event : Testing.fixtures()) {
      check(event.type() + " survives JSON", event, EventReader.read(Json.parse(Json.write(EventReader.write(event)))));
    }
    newValues();
    nestedRecords();
    wrongTypes();
  }

  private static void newValues() {
    var text = "{\"id\":\"1\",\"type\":\"REDEMPTION_CREATED\",\"createdAt\":\"2026-11-15T08:30:00+08:00\","
        + "\"color\":\"red\",\"data\":{\"status\":\"PARTLY\",\"flagReason\":null,\"method\":\"QR\"}}";
    var event = (RedemptionCreated) EventReader.read(Json.parse(text));
    check("a time with an offset", Instant.parse("2026-11-15T00:30:00Z"), event.createdAt());
    check("a new value", RedemptionStatus.UNKNOWN, event.data().status());
    check("no value", null, event.data().flagReason());
    check("a known value", RedemptionMethod.QR, event.data().method());
    var delivery = Records.read(Delivery.class, Json.parse("{\"type\":\"VOUCHER_RETIRED\",\"attemptCount\":2}"));
    check("a new type of event", EventType.UNKNOWN, delivery.type());
    check("a number", 2, delivery.attemptCount());
    check("no number", null, delivery.lastStatus());
  }

  private static void nestedRecords() {
    var json = Json.parse("{\"id\":\"1\",\"outlets\":[{\"id\":\"2\",\"name\":\"Suria\",\"isActive\":true}]}");
    var outlets = Records.read(PartnerMerchant.class, json).outlets();
    check("records in a list", List.of("Suria"), outlets.stream().map(outlet -> outlet.name()).toList());
    check("a flag", true, outlets.get(0).isActive());
  }

  private static void wrongTypes() {
    for (var text : List.of("{\"id\":1}", "{\"outlets\":{}}", "[]")) {
      boolean isRefused = false;
      try {
        Records.read(PartnerMerchant.class, Json.parse(text));
      } catch (IllegalArgumentException error) {
        isRefused = true;
      }
      check("another type: " + text, true, isRefused);
    }
  }
}
