package counterfoil;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the ids of handled events. Use your database in production. */
public interface OnceStore {
  /**
   * Whether the event was handled before.
   *
   * @param eventId the id of the event
   * @return whether {@link #add} was called with this id
   * @throws Exception if the store failed; the event comes again
   */
  boolean has(String eventId) throws Exception;

  /**
   * Remembers an event. It is called after the work is done, so a crash in between repeats the event instead of losing it.
   *
   * @param eventId the id of the event
   * @throws Exception if the store failed; the event comes again
   */
  void add(String eventId) throws Exception;

  /**
   * For tests: the ids are lost when the process ends.
   *
   * @return an empty store
   */
  static OnceStore inMemory() {
    Set<String> ids = ConcurrentHashMap.newKeySet();
    return new OnceStore() {
      @Override
      public boolean has(String eventId) {
        return ids.contains(eventId);
      }

      @Override
      public void add(String eventId) {
        ids.add(eventId);
      }
    };
  }
}
