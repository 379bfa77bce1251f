package counterfoil;

import counterfoil.model.Event;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/**
 * Skips events that were handled before. Deliveries of one event that arrive together are handled once in this process: the
 * later ones wait, and end like the first one.
 */
final class OncePerEvent implements EventHandler<Event> {
  private final OnceStore store;
  private final EventHandler<Event> work;
  private final ConcurrentHashMap<String, CompletableFuture<Void>> inProgress = new ConcurrentHashMap<>();

  OncePerEvent(OnceStore store, EventHandler<Event> work) {
    this.store = store;
    this.work = work;
  }

  @Override
  public void handle(Event event) throws Exception {
    var mine = new CompletableFuture<Void>();
    var first = inProgress.putIfAbsent(event.id(), mine);
    if (first != null) {
      waitFor(first);
      return;
    }
    try {
      if (!store.has(event.id())) {
        work.handle(event);
        store.add(event.id());
      }
      mine.complete(null);
    } catch (Throwable error) {
      mine.completeExceptionally(error);
      throw error;
    } finally {
      inProgress.remove(event.id());
    }
  }

  private static void waitFor(CompletableFuture<Void> first) throws Exception {
    try {
      first.get();
    } catch (ExecutionException error) {
      throw error.getCause() instanceof Exception cause ? cause : error;
    }
  }
}
