package counterfoil;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import javax.crypto.KeyAgreement;

/** The public half of a private key on a curve, which Java has no method for. */
final class PublicHalf {
  private static final int LENGTH = 32;

  private PublicHalf() {}

  static ECParameterSpec p256() throws GeneralSecurityException {
    var parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec("secp256r1"));
    return parameters.getParameterSpec(ECParameterSpec.class);
  }

  /** A key agreement with the generator gives the x of the public point. Its y has one of two values. */
  static ECPoint of(ECPrivateKey key) throws GeneralSecurityException {
    var p256 = p256();
    if (!key.getParams().getCurve().equals(p256.getCurve())) throw new InvalidKeyException("not on the curve P-256");
    var agreement = KeyAgreement.getInstance("ECDH");
    agreement.init(key);
    agreement.doPhase(publicKey(p256.getGenerator(), p256), true);
    var x = new BigInteger(1, agreement.generateSecret());
    var prime = ((ECFieldFp) p256.getCurve().getField()).getP();
    var square = x.pow(3).add(p256.getCurve().getA().multiply(x)).add(p256.getCurve().getB()).mod(prime);
    var y = square.modPow(prime.add(BigInteger.ONE).shiftRight(2), prime);
    var point = new ECPoint(x, y);
    return verifies(key, publicKey(point, p256)) ? point : new ECPoint(x, prime.subtract(y));
  }

  /** A generator whose random bytes are the private key creates the pair of that key. */
  static byte[] of(EdECPrivateKey key) throws GeneralSecurityException {
    var seed = key.getBytes().orElseThrow();
    var generator = KeyPairGenerator.getInstance("Ed25519");
    generator.initialize(NamedParameterSpec.ED25519, new FixedBytes(seed));
    var pair = generator.generateKeyPair();
    var generated = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
    if (!Arrays.equals(seed, generated)) throw new InvalidKeyException("the public half cannot be computed here");
    // The encoded form ends with the bytes of the key.
    var encoded = pair.getPublic().getEncoded();
    return Arrays.copyOfRange(encoded, encoded.length - LENGTH, encoded.length);
  }

  static byte[] unsigned(BigInteger number) {
    var bytes = number.toByteArray();
    return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
  }

  /** A coordinate has its full length, also if it starts with zeros. */
  static byte[] bytes32(BigInteger number) {
    var bytes = unsigned(number);
    var padded = new byte[LENGTH];
    System.arraycopy(bytes, 0, padded, LENGTH - bytes.length, bytes.length);
    return padded;
  }

  private static PublicKey publicKey(ECPoint point, ECParameterSpec curve) throws GeneralSecurityException {
    return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, curve));
  }

  private static boolean verifies(ECPrivateKey key, PublicKey candidate) throws GeneralSecurityException {
    var signature = java.security.Signature.getInstance("SHA256withECDSA");
    signature.initSign(key);
    var signed = signature.sign();
    signature.initVerify(candidate);
    return signature.verify(signed);
  }

  private static final class FixedBytes extends SecureRandom {
    private static final long serialVersionUID = 1;
    private final byte[] fixed;

    FixedBytes(byte[] fixed) {
      this.fixed = fixed;
    }

    @Override
    public void nextBytes(byte[] bytes) {
      System.arraycopy(fixed, 0, bytes, 0, bytes.length);
    }
  }
}
