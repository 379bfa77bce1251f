package counterfoil;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Calls the real service, and prints one line of JSON for each step. */
public final class EndToEnd {
  private static final String USER = "user/é 🎟";

  public static void main(String[] args) {
    var env = System.getenv();
    var client = new Counterfoil(env.get("COUNTERFOIL_URL"), env.get("SLUG"), List.of(env.get("SECRET")));
    var user = User.of(USER).displayName("Aïna").phone(null);
    step("upsert", () -> Map.of("created", client.upsertUser(user).created()));
    step("invalid", () -> Map.of("created", client.upsertUser(User.of("")).created()));
    step("delete", () -> {
      client.deleteUser(USER);
      return Map.of();
    });
    step("delete nobody", () -> {
      client.deleteUser("nobody");
      return Map.of();
    });
    var ids = new ArrayList<String>();
    step("events", () -> {
      for (var event : client.events(null)) ids.add(event.id());
      return Map.of("ids", ids);
    });
    var saved = new ArrayList<String>();
    step("catch up", () -> {
      var after = ids.size() > 2 ? ids.get(ids.size() - 3) : null;
      return Map.of("count", client.catchUp(after, event -> {}, saved::add));
    });
    step("saved", () -> Map.of("ids", saved));
  }

  private static void step(String name, Supplier<Map<String, Object>> run) {
    var line = new LinkedHashMap<String, Object>();
    line.put("step", name);
    try {
      line.putAll(run.get());
    } catch (CounterfoilException error) {
      line.put("error", error.code);
      line.put("status", error.status);
      line.put("issues", error.issues == null ? 0 : error.issues.size());
    }
    System.out.println(Json.write(line));
  }
}
