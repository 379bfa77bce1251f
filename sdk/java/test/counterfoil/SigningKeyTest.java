package counterfoil;

import static counterfoil.Checks.check;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.Map;

/** Keys of every type. The vectors have RSA only, since its signatures are always the same. */
final class SigningKeyTest {
  private SigningKeyTest() {}

  static void run() throws Exception {
    // Every second point has the other y, and one coordinate in 128 starts with a zero.
    for (int i = 0; i < 8; i++) curve();
    edwards();
    refusesOtherKeys();
  }

  private static void curve() throws Exception {
    var pair = curvePair("secp256r1");
    var key = SigningKey.parse(pem(pair));
    var point = ((ECPublicKey) pair.getPublic()).getW();
    check("P-256: x", SigningKey.encode(PublicHalf.bytes32(point.getAffineX())), key.published().get("x"));
    check("P-256: y", SigningKey.encode(PublicHalf.bytes32(point.getAffineY())), key.published().get("y"));
    check("P-256 in PEM", true, verifies("SHA256withECDSAinP1363Format", pair, key));
    var d = SigningKey.encode(PublicHalf.bytes32(((ECPrivateKey) pair.getPrivate()).getS()));
    var jwk = SigningKey.parse(Json.write(Map.of("kty", "EC", "crv", "P-256", "kid", "k1", "d", d)));
    check("P-256 as JWK", true, verifies("SHA256withECDSAinP1363Format", pair, jwk));
    check("the kid of a JWK is kept", "k1 ES256", jwk.kid() + " " + jwk.alg());
  }

  private static void edwards() throws Exception {
    var pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    var key = SigningKey.parse(pem(pair));
    var encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(pair.getPublic().getEncoded());
    check("Ed25519: x", true, encoded.endsWith(((String) key.published().get("x")).substring(4)));
    check("Ed25519 in PEM", true, verifies("Ed25519", pair, key));
    var d = SigningKey.encode(((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow());
    var jwk = SigningKey.parse(Json.write(Map.of("kty", "OKP", "crv", "Ed25519", "d", d)));
    check("Ed25519 as JWK is the same key", key.published(), jwk.published());
  }

  private static void refusesOtherKeys() throws Exception {
    check("another curve", true, isRefused(pem(curvePair("secp384r1"))));
    check("a public JWK", true, isRefused("{\"kty\":\"EC\",\"crv\":\"P-256\"}"));
    check("a symmetric JWK", true, isRefused("{\"kty\":\"oct\",\"d\":\"AAAA\"}"));
    check("PKCS #1", true, isRefused("-----BEGIN RSA PRIVATE KEY-----\n"));
  }

  private static KeyPair curvePair(String name) throws Exception {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec(name));
    return generator.generateKeyPair();
  }

  private static String pem(KeyPair pair) {
    var base64 = Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded());
    return "-----BEGIN PRIVATE KEY-----\n" + base64 + "\n-----END PRIVATE KEY-----\n";
  }

  private static boolean verifies(String algorithm, KeyPair pair, SigningKey key) throws Exception {
    var input = "header.claims".getBytes(UTF_8);
    var signature = Signature.getInstance(algorithm);
    signature.initVerify(pair.getPublic());
    signature.update(input);
    return signature.verify(key.sign(input));
  }

  private static boolean isRefused(String key) {
    try {
      SigningKey.parse(key);
      return false;
    } catch (IllegalArgumentException error) {
      return true;
    }
  }
}
