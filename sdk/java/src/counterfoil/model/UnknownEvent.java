package counterfoil.model;

import java.time.Instant;
import java.util.Map;

/**
 * An event of a type that this version does not know. Answer it with 2xx and ignore it.
 *
 * @param id the id of the event
 * @param type the type as sent
 * @param createdAt when it happened
 * @param test whether it is a sample, which describes no real event
 * @param data the fields of the event as JSON values
 */
public record UnknownEvent(String id, String type, Instant createdAt, boolean test, Map<String, Object> data)
    implements Event {}
