package counterfoil;

import counterfoil.model.RowCount;
import java.util.List;

/**
 * One page of a list.
 *
 * @param items the records of this page
 * @param nextCursor the {@code cursor} of the next page; null on the last one
 * @param count how many records match on all pages together; null unless the query asks for it with {@code count(true)}
 * @param <T> the type of the records
 */
public record Page<T>(List<T> items, String nextCursor, RowCount count) {}
