/**
 * Why a call to another server failed: a webhook, a message about an alert, or a request for keys. The service stores these
 * English sentences, and other languages recognize them: a changed sentence is no longer recognized in older rows.
 */
export const ENGLISH_FAILURES = {
  /** Errors of Node and undici. The stored text has the code behind it, in parentheses. */
  codes: {
    ECONNREFUSED: 'the connection was refused',
    ECONNRESET: 'the connection was reset',
    EPIPE: 'the connection was closed',
    ENOTFOUND: 'the host name does not exist',
    EAI_AGAIN: 'the host name could not be resolved',
    ESERVFAIL: 'the host name could not be resolved',
    EREFUSED: 'the host name could not be resolved',
    ETIMEOUT: 'the host name could not be resolved in time',
    EHOSTUNREACH: 'the host cannot be reached',
    ENETUNREACH: 'the network cannot be reached',
    ETIMEDOUT: 'the connection timed out',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
    SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain contains a self-signed certificate',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate’s issuer is unknown',
    CERT_HAS_EXPIRED: 'the certificate has expired',
    ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
    UND_ERR_CONNECT_TIMEOUT: 'no connection within 5 seconds',
    UND_ERR_SOCKET: 'the connection was closed before the response was complete',
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the connection was closed before the response was complete',
    UND_ERR_HEADERS_OVERFLOW: 'the response’s headers are too large',
  },
  withCode: '{meaning} ({code})',
  sentences: {
    timeout: 'no response within {seconds} seconds',
    'timeout:incomplete': 'no complete response within {seconds} seconds',
    notHttp: 'not an HTTP response: {text}',
    canceled: 'canceled: the worker was shutting down',

    // Targets that are never called
    noUrl: 'no webhook URL is registered',
    noSecret: 'the partner’s secret cannot be decrypted',
    noAddress: '{host} has no address',
    notPublic: '{host} resolves to an address that is not public',
    'target:issue.url': 'the target must be a URL',
    'target:issue.https': 'the target must be an https URL',
    'target:issue.urlUser': 'the target must not contain a user name or password',
    'target:issue.urlFragment': 'the target must not contain a fragment',

    // Messages about alerts
    unreadableUrl: 'its URL cannot be decrypted: set it again',
    receiverAnswered: 'the receiver answered {status}',
    notAccepted: 'not accepted for {count} of {total} addresses: {reason}',
    noMailServer: 'this installation has no mail server: SMTP_URL is not set',
    slowMailServer: 'the mail server is too slow',
    noTls: 'the server offers no TLS (STARTTLS), and SMTP_ALLOW_PLAINTEXT is not true',
    mailAnswered: 'the server answered {status} to {command}',
    'mailAnswered:error': 'the server answered an error to {command}',

    // Requests for keys
    keysAnswered: 'the endpoint answered {status}',
    keysTooLong: 'the endpoint answered more than {bytes} bytes',
    noKeySet: 'the endpoint answered something other than a key set',
  },
} as const
