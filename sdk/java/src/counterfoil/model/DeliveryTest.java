// Generated from the contract by `npm run generate`. Do not edit.
package counterfoil.model;

/** What happens to the next deliveries of the sandbox. */
public final class DeliveryTest extends Input {
  /** Without any field. */
  public DeliveryTest() {}

  /**
   * Sets {@code failNext}. How many of the next attempts fail. Your endpoint is not called for them. 0 ends the
   * simulation.
   *
   * @param failNext the value
   * @return this object
   */
  public DeliveryTest failNext(int failNext) {
    set("failNext", failNext);
    return this;
  }

  /**
   * Sets {@code status}. The status with which they fail. With 410, deliveries are paused.
   *
   * @param status the value
   * @return this object
   */
  public DeliveryTest status(int status) {
    set("status", status);
    return this;
  }

  /**
   * Sets {@code retryNow}. Deliveries that wait for their next attempt are sent now.
   *
   * @param retryNow the value
   * @return this object
   */
  public DeliveryTest retryNow(boolean retryNow) {
    set("retryNow", retryNow);
    return this;
  }
}
