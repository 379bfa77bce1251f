package counterfoil;

import java.nio.file.Path;

/** Runs the tests that need no service. The argument is the folder sdk/vectors. */
public final class UnitTests {
  private UnitTests() {}

  public static void main(String[] args) throws Exception {
    VectorsTest.run(Path.of(args[0]));
    WebhookHandlerTest.run();
    RecordsTest.run();
    TransportTest.run();
    TitlesTest.run();
    SigningKeyTest.run();
    System.exit(Checks.summarize());
  }
}
