package counterfoil;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Signature {
  private static final String STANDARD_PREFIX = "whsec_";
  private static final int MAX_HEADER_LENGTH = 1024;
  private static final int MAX_CANDIDATES = 5;

  private Signature() {}

  /** The value of {@code x-signature}. The path is as on the request line, including the query. */
  static String ofRequest(String secret, long timestamp, String method, String path, byte[] body) {
    var bodyHash = hex(sha256(body));
    var v2 = hmac(secret, (timestamp + "." + method + "." + path + "." + bodyHash).getBytes(UTF_8));
    return ofWebhook(secret, timestamp, body) + ",v2=" + hex(v2);
  }

  /** The value of {@code x-signature} of a delivery, which has no v2. */
  static String ofWebhook(String secret, long timestamp, byte[] body) {
    return "t=" + timestamp + ",v1=" + hex(hmac(secret, (timestamp + ".").getBytes(UTF_8), body));
  }

  /** The value of {@code webhook-signature}, which the libraries of Standard Webhooks verify. */
  static String standard(String secret, String eventId, long timestamp, byte[] body) {
    var mac = hmac(standardKey(secret), (eventId + "." + timestamp + ".").getBytes(UTF_8), body);
    return "v1," + Base64.getEncoder().encodeToString(mac);
  }

  /** The decoded bytes of a secret that is whsec_ and standard base64. The text of any other secret is the key itself. */
  private static byte[] standardKey(String secret) {
    if (secret.startsWith(STANDARD_PREFIX)) {
      var text = secret.substring(STANDARD_PREFIX.length());
      try {
        var key = Base64.getDecoder().decode(text);
        // The decoder also takes text that no encoder writes, for example without padding.
        if (key.length > 0 && Base64.getEncoder().encodeToString(key).equals(text)) return key;
      } catch (IllegalArgumentException error) {
        // Not base64.
      }
    }
    return secret.getBytes(UTF_8);
  }

  /** Returns {@code valid}, {@code invalid_signature} or {@code signature_expired}. */
  static String verify(String header, List<String> secrets, byte[] body, long nowSeconds, long toleranceSeconds) {
    var timestamps = new ArrayList<String>();
    var candidates = new ArrayList<String>();
    boolean hasV2 = false;
    for (var element : header.split(",")) {
      var parts = element.strip().split("=", 2);
      var value = parts.length == 2 ? parts[1] : "";
      if (parts[0].equals("t")) timestamps.add(value);
      if (parts[0].equals("v1") && value.matches("[0-9a-f]{64}")) candidates.add(value);
      hasV2 |= parts[0].equals("v2");
    }
    boolean isWellFormed =
        header.length() <= MAX_HEADER_LENGTH && timestamps.size() == 1 && timestamps.get(0).matches("[0-9]{1,12}");
    // Webhooks have no v2: this header was captured from one of your own requests.
    if (!isWellFormed || candidates.isEmpty() || hasV2) return "invalid_signature";
    var timestamp = timestamps.get(0);
    // Every pair is compared, so the duration does not depend on which one matched.
    boolean matches = false;
    for (var secret : secrets) {
      var expected = hmac(secret, (timestamp + ".").getBytes(UTF_8), body);
      for (var candidate : candidates.subList(0, Math.min(MAX_CANDIDATES, candidates.size()))) {
        matches |= MessageDigest.isEqual(expected, HexFormat.of().parseHex(candidate));
      }
    }
    if (!matches) return "invalid_signature";
    boolean isFresh = Math.abs(nowSeconds - Long.parseLong(timestamp)) <= toleranceSeconds;
    return isFresh ? "valid" : "signature_expired";
  }

  static byte[] sha256(byte[] data) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(data);
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  private static byte[] hmac(String secret, byte[]... parts) {
    return hmac(secret.getBytes(UTF_8), parts);
  }

  private static byte[] hmac(byte[] key, byte[]... parts) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      for (var part : parts) mac.update(part);
      return mac.doFinal();
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  private static String hex(byte[] data) {
    return HexFormat.of().formatHex(data);
  }
}
