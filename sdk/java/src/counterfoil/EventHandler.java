package counterfoil;

import counterfoil.model.Event;

/**
 * The work of one event.
 *
 * @param <E> the type of the event
 */
@FunctionalInterface
public interface EventHandler<E extends Event> {
  /**
   * Does the work. If it throws, the event comes again.
   *
   * @param event the event
   * @throws Exception if the work failed
   */
  void handle(E event) throws Exception;
}
