package counterfoil;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.KeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A private key that signs tokens, and what is published of it. */
record SigningKey(PrivateKey key, Map<String, Object> published) {
  private static final String WRONG_TYPE = "A key must be RSA, P-256 or Ed25519";

  /** Reads PKCS #8 PEM or a private JWK. */
  static SigningKey parse(String text) {
    try {
      var jwk = text.strip().startsWith("{") ? Records.mapOf(Json.parse(text)) : Map.<String, Object>of();
      var key = jwk.isEmpty() ? fromPem(text) : fromJwk(jwk);
      var members = publicMembers(key);
      // RFC 7638: the same key always gets the same kid.
      var kid = jwk.get("kid") instanceof String own
          ? own
          : encode(counterfoil.Signature.sha256(Json.write(members).getBytes(UTF_8)));
      members.put("kid", kid);
      members.put("alg", algorithmOf(key));
      members.put("use", "sig");
      return new SigningKey(key, members);
    } catch (GeneralSecurityException error) {
      throw new IllegalArgumentException(WRONG_TYPE, error);
    }
  }

  String kid() {
    return (String) published.get("kid");
  }

  String alg() {
    return (String) published.get("alg");
  }

  byte[] sign(byte[] input) {
    try {
      var signature = Signature.getInstance(switch (alg()) {
        case "ES256" -> "SHA256withECDSAinP1363Format";
        case "EdDSA" -> "Ed25519";
        default -> "SHA256withRSA";
      });
      signature.initSign(key);
      signature.update(input);
      return signature.sign();
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  static String encode(byte[] data) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(data);
  }

  private static PrivateKey fromPem(String pem) throws GeneralSecurityException {
    if (!pem.contains("-----BEGIN PRIVATE KEY-----")) {
      throw new IllegalArgumentException("A key is neither a JWK nor PKCS #8 PEM (BEGIN PRIVATE KEY). "
          + "Convert it: openssl pkcs8 -topk8 -nocrypt -in key.pem");
    }
    var der = Base64.getDecoder().decode(pem.replaceAll("-----[A-Z ]+-----|\\s", ""));
    for (var algorithm : List.of("RSA", "EC", "Ed25519")) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
      } catch (GeneralSecurityException error) {
        // The key is of another type.
      }
    }
    throw new IllegalArgumentException(WRONG_TYPE);
  }

  private static PrivateKey fromJwk(Map<String, Object> jwk) throws GeneralSecurityException {
    if (!(jwk.get("d") instanceof String)) {
      throw new IllegalArgumentException("A key is not private: the member \"d\" is missing");
    }
    var type = jwk.get("kty") + " " + jwk.getOrDefault("crv", "");
    return switch (type) {
      case "RSA " -> generate("RSA", new RSAPrivateCrtKeySpec(
          number(jwk, "n"), number(jwk, "e"), number(jwk, "d"), number(jwk, "p"), number(jwk, "q"),
          number(jwk, "dp"), number(jwk, "dq"), number(jwk, "qi")));
      case "EC P-256" -> generate("EC", new ECPrivateKeySpec(number(jwk, "d"), PublicHalf.p256()));
      case "OKP Ed25519" -> generate("Ed25519", new EdECPrivateKeySpec(NamedParameterSpec.ED25519, bytes(jwk, "d")));
      default -> throw new IllegalArgumentException(WRONG_TYPE);
    };
  }

  private static PrivateKey generate(String algorithm, KeySpec spec) throws GeneralSecurityException {
    return KeyFactory.getInstance(algorithm).generatePrivate(spec);
  }

  private static BigInteger number(Map<String, Object> jwk, String member) {
    return new BigInteger(1, bytes(jwk, member));
  }

  private static byte[] bytes(Map<String, Object> jwk, String member) {
    if (jwk.get(member) instanceof String text) return Base64.getUrlDecoder().decode(text);
    throw new IllegalArgumentException("A JWK has no member \"" + member + "\"");
  }

  private static String algorithmOf(PrivateKey key) {
    if (key instanceof RSAPrivateCrtKey) return "RS256";
    return key instanceof ECPrivateKey ? "ES256" : "EdDSA";
  }

  /** In the order of RFC 7638. */
  private static Map<String, Object> publicMembers(PrivateKey key) throws GeneralSecurityException {
    var members = new LinkedHashMap<String, Object>();
    if (key instanceof RSAPrivateCrtKey rsa) {
      members.put("e", encode(PublicHalf.unsigned(rsa.getPublicExponent())));
      members.put("kty", "RSA");
      members.put("n", encode(PublicHalf.unsigned(rsa.getModulus())));
    } else if (key instanceof ECPrivateKey curve) {
      var point = PublicHalf.of(curve);
      members.put("crv", "P-256");
      members.put("kty", "EC");
      members.put("x", encode(PublicHalf.bytes32(point.getAffineX())));
      members.put("y", encode(PublicHalf.bytes32(point.getAffineY())));
    } else {
      members.put("crv", "Ed25519");
      members.put("kty", "OKP");
      members.put("x", encode(PublicHalf.of((EdECPrivateKey) key)));
    }
    return members;
  }
}
