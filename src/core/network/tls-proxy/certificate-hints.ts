/** Advice about a certificate that is not accepted, by what is wrong with it. */
export const certificateHints = {
  unknownIssuer:
    "Install the proxy's root CA into the system store, and set SSL_CERT_FILE and REQUESTS_CA_BUNDLE to a file that contains it.",
  selfSigned:
    "Set SSL_CERT_FILE and REQUESTS_CA_BUNDLE to a file that contains this certificate, if it is the host's own.",
  expired: "Ask the host's administrator to renew it, and check this machine's clock.",
  notYet: "Check this machine's clock; otherwise ask the host's administrator for another one.",
  revoked:
    "Ask the host's administrator for a new certificate. Do not send the host any credentials until then.",
  otherHost:
    'Use the host name of the certificate in the configured URL, or check your proxy and DNS.',
} as const;
