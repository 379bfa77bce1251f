/**
 * The records that calls take and return, and the events. A value that may be absent is null. Times are instants, and texts
 * with a fixed set of values are enums, whose {@code UNKNOWN} stands for values that are newer than this version.
 */
package counterfoil.model;
