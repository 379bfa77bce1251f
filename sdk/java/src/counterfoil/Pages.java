package counterfoil;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** Loads the next page when the items of the previous one are used up. */
final class Pages<T> implements Iterator<T> {
  /** {@code next} is the cursor of the next page; null on the last one. */
  record Loaded<T>(List<T> items, String next) {}

  private final Function<String, Loaded<T>> load;
  private final ArrayDeque<T> page = new ArrayDeque<>();
  private String next;
  private boolean isLast = false;

  Pages(String after, Function<String, Loaded<T>> load) {
    this.next = after;
    this.load = load;
  }

  @Override
  public boolean hasNext() {
    while (page.isEmpty() && !isLast) {
      var loaded = load.apply(next);
      page.addAll(loaded.items);
      next = loaded.next;
      isLast = next == null;
    }
    return !page.isEmpty();
  }

  @Override
  public T next() {
    if (!hasNext()) throw new NoSuchElementException();
    return page.remove();
  }
}
