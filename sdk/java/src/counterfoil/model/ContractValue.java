package counterfoil.model;

/** One of a fixed set of texts, such as a status. */
public interface ContractValue {
  /**
   * The text in JSON.
   *
   * @return the text
   */
  String value();
}
