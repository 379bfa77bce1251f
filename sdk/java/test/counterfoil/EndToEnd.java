package counterfoil;

import counterfoil.model.UserUpsert;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/** Calls the real service, and prints one line of JSON for each step. */
public final class EndToEnd {
  private static final String USER = "user/é 🎟";

  public static void main(String[] args) throws Exception {
    var env = System.getenv();
    var client = Counterfoil.builder()
        .baseUrl(env.get("COUNTERFOIL_URL")).slug(env.get("SLUG")).secrets(env.get("SECRET"))
        .build();
    var user = new UserUpsert(USER).displayName("Aïna").phone(null);
    step("upsert", () -> Map.of("created", client.users().upsert(user).created()));
    step("invalid", () -> Map.of("created", client.users().upsert(new UserUpsert("")).created()));
    step("delete", () -> {
      client.users().delete(USER);
      return Map.of();
    });
    step("delete nobody", () -> {
      client.users().delete("nobody");
      return Map.of();
    });
    var ids = new ArrayList<String>();
    step("events", () -> {
      for (var event : client.events().iterate(null)) ids.add(event.id());
      return Map.of("ids", ids);
    });
    var saved = new ArrayList<String>();
    step("catch up", () -> {
      var after = ids.size() > 2 ? ids.get(ids.size() - 3) : null;
      return Map.of("count", client.events().catchUp(after, event -> {}, saved::add));
    });
    step("saved", () -> Map.of("ids", saved));
  }

  private static void step(String name, Callable<Map<String, Object>> run) throws Exception {
    var line = new LinkedHashMap<String, Object>();
    line.put("step", name);
    try {
      line.putAll(run.call());
    } catch (CounterfoilException error) {
      line.put("error", error.code());
      line.put("status", error.status());
      line.put("issues", error.issues().size());
    }
    System.out.println(Json.write(line));
  }
}
