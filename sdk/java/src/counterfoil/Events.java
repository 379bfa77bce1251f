package counterfoil;

import counterfoil.model.Event;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** The feed of the last 30 days, in an order that never changes. */
public final class Events {
  private static final int PAGE_SIZE = 200;

  record FeedPage(List<Object> items, String next, boolean cursorLost) {}

  private final Transport transport;

  Events(Transport transport) {
    this.transport = transport;
  }

  /**
   * Every event after a certain one, up to the newest one. Pages are loaded on demand.
   *
   * @param after the id of the last event that you handled; null for all events of the last 30 days
   * @return the events, oldest first
   */
  public Iterable<Event> iterate(String after) {
    return () -> new Pages<>(after, this::load);
  }

  /**
   * Passes every event after a certain one to {@code handle}, then its id to {@code save}. If {@code handle} throws, the
   * next run starts with that event.
   *
   * @param after the id that {@code save} got last; null on the first run
   * @param handle does the work of one event, for example a {@link WebhookHandler}
   * @param save stores the id in your database
   * @return the number of events
   * @throws Exception what {@code handle} throws
   */
  public int catchUp(String after, EventHandler<? super Event> handle, Consumer<String> save) throws Exception {
    int count = 0;
    for (var event : iterate(after)) {
      handle.handle(event);
      save.accept(event.id());
      count++;
    }
    return count;
  }

  private Pages.Loaded<Event> load(String after) {
    Map<String, Object> query = new LinkedHashMap<>();
    query.put("limit", PAGE_SIZE);
    if (after != null) query.put("after", after);
    var page = transport.signed(FeedPage.class, Call.get("/integrations/events", query));
    if (page.cursorLost) transport.warn("The event " + after + " is gone, so some events may come again");
    var events = page.items.stream().map(EventReader::read).filter(Objects::nonNull).toList();
    if (events.size() < page.items.size()) transport.warn("An item of the feed is not an event, and was skipped");
    return new Pages.Loaded<>(events, page.next);
  }
}
