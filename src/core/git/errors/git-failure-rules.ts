import type { ErrorCode, Retry } from '../../kernel/errors.ts';
import { certificateHints } from '../../network/tls-proxy/certificate-hints.ts';

/** Git's messages about a damaged local repository. */
export const damage =
  /not a git repository|object file .* is empty|loose object .* is corrupt|packfile .* (is corrupt|cannot be accessed|is truncated)|(inflate|bad) .*(data|header).*pack|bad object|missing (blob|tree|commit|object)|did not send all necessary objects|unable to read (tree|sha1|[0-9a-f]{40})|Could not read [0-9a-f]{40}|failed to (traverse|parse|read) .*(object|commit|tree)|\bbroken\b(?! pipe)|does not point to a valid object|src refspec .* does not match any|unable to (normalize|open) (alternate )?object directory|object directory .* does not exist|does not match index|bad signature|is not a valid object|index file .* (corrupt|too small)|bad tree object|unparsable|Could not resolve HEAD|unexpected line in |bad config/i;

export interface FailureRule {
  readonly pattern: RegExp;
  readonly code: ErrorCode;
  /** Text after the colon of the message. `$detail` stands for git's own sentence. */
  readonly message: string;
  readonly hint: string;
  /** Where the code alone does not say it. */
  readonly retry?: Retry;
  readonly status?: number;
}

const network = 'Check the connection, the proxy (HTTPS_PROXY) and the host, then resume.';
const slower = 'Wait, then resume with fewer `--workers` or a `--delay`.';
/** For every 401 of a source: the host need not name the cause. */
export const noAppPasswords =
  'Bitbucket Cloud removed app passwords in July 2026. Create an API token with scopes at https://id.atlassian.com/manage-profile/security/api-tokens. Set SRC_USERNAME to your email address and SRC_API_TOKEN to the token, then resume.';

/** The first that matches decides: from the particular to the general. */
export const failureRules: readonly FailureRule[] = [
  {
    pattern:
      /Proxy CONNECT aborted|HTTP code 407|error: 407|response 407|Could not resolve proxy|CONNECT tunnel failed/i,
    code: 'unavailable',
    message: 'the proxy refused the connection ($detail)',
    hint: 'Check HTTPS_PROXY, its username and password, and that the proxy allows this host.',
  },
  {
    pattern: /unable to get local issuer certificate/i,
    code: 'tls',
    message: 'SSL: CERTIFICATE_VERIFY_FAILED, unable to get local issuer certificate',
    hint: certificateHints.unknownIssuer,
  },
  {
    pattern: /certificate has expired/i,
    code: 'tls',
    message: 'SSL: CERTIFICATE_VERIFY_FAILED, the certificate has expired',
    hint: certificateHints.expired,
  },
  {
    pattern: /certificate is not yet valid/i,
    code: 'tls',
    message: 'SSL: CERTIFICATE_VERIFY_FAILED, the certificate is not valid yet',
    hint: certificateHints.notYet,
  },
  {
    pattern:
      /(certificate subject name|subjectAltName|no alternative certificate subject name).*(match|does not)|hostname mismatch|SSL: no alternative certificate/i,
    code: 'tls',
    message: 'SSL: CERTIFICATE_VERIFY_FAILED, the certificate belongs to another host',
    hint: certificateHints.otherHost,
  },
  {
    pattern: /self[- ]signed certificate(?! in)/i,
    code: 'tls',
    message: 'SSL: CERTIFICATE_VERIFY_FAILED, the certificate is self-signed',
    hint: certificateHints.selfSigned,
  },
  {
    pattern:
      /certificate verif|SSL certificate problem|server certificate|x509:|CERTIFICATE_VERIFY_FAILED/i,
    code: 'tls',
    message: 'SSL: CERTIFICATE_VERIFY_FAILED ($detail)',
    hint: certificateHints.unknownIssuer,
  },
  {
    pattern: /unable to update url base from redirection|error: 30[12378]\b|HTTP code 30[12378]\b/i,
    code: 'refused',
    message: 'the host sent a redirect, which migrator does not follow ($detail)',
    hint: 'The repository was moved or renamed. Run discover again, or correct the configured URL.',
  },
  // Before 401 and 403: hosts answer with 403 too, and only the text differs. git shows no headers, so that the end of
  // the limit is unknown.
  {
    pattern: /error: 429|HTTP (code )?429|Too Many Requests/i,
    code: 'rate-limit',
    message: '429 Too Many Requests',
    hint: slower,
    status: 429,
  },
  {
    pattern: /rate[ -]?limit|abuse detection|temporarily blocked from content creation/i,
    code: 'rate-limit',
    message: 'rate-limited by the host ($detail)',
    hint: slower,
  },
  // Bitbucket Cloud answers app passwords with 410 or 401.
  {
    pattern: /error: 410|HTTP (code )?410|\bapp[ -]?passwords?\b/i,
    code: 'credentials',
    message:
      'the host rejected the credentials, as Bitbucket Cloud does with app passwords ($detail)',
    hint: noAppPasswords,
  },
  {
    pattern:
      /Authentication failed|error: 401|HTTP (code )?401|could not read (Username|Password)|terminal prompts disabled|Authentication required|Invalid username or (password|token)/i,
    code: 'credentials',
    message: '401 Unauthorized',
    hint: 'Set correct credentials for this host; the token may have expired.',
    status: 401,
  },
  {
    pattern: /account (is|was|has been) suspended/i,
    code: 'permission',
    message: '403 Forbidden: the account is suspended',
    hint: "Ask the host's support or the enterprise's administrators to lift the suspension, then resume.",
    status: 403,
  },
  {
    pattern:
      /error: 403|HTTP (code )?403|Permission to .+ denied|Write access to repository not granted/i,
    code: 'permission',
    message: '403 Forbidden',
    hint: 'The credentials lack permission. Give them access to the repository and the scopes that the documentation lists.',
    status: 403,
  },
  {
    pattern:
      /repository '.*' not found|Repository not found|error: 404|HTTP (code )?404|does not appear to be a git repository/i,
    code: 'not-found',
    message: 'repository not found, or the credentials cannot access it',
    hint: 'Check the name, and that the credentials can read the repository.',
    status: 404,
  },
  {
    pattern: /Could not resolve host|no such host|Name or service not known/i,
    code: 'unavailable',
    message: 'cannot resolve the host name ($detail)',
    hint: network,
  },
  {
    pattern: /Connection refused|Failed to connect to|Couldn't connect to server/i,
    code: 'unavailable',
    message: 'the connection was refused ($detail)',
    hint: network,
  },
  {
    pattern: /timed out|time-?out|Operation too slow|i\/o timeout/i,
    code: 'unavailable',
    message: 'the host did not respond in time ($detail)',
    hint: 'Raise `network.connect_timeout` and `network.read_timeout`, check HTTPS_PROXY, and resume.',
  },
  {
    pattern: /error: 5\d\d|HTTP (code )?5\d\d/i,
    code: 'unavailable',
    message: 'the host reported a server error ($detail)',
    hint: "Check the host's status page, wait, then resume.",
  },
  {
    pattern: /^remote: .*(bad object|corrupt|missing (blob|tree|commit)|unable to read)/im,
    code: 'bad-answer',
    message: "the host's repository is damaged ($detail)",
    hint: "Ask the host's support to repair the repository, or push the missing objects to it again.",
  },
  {
    pattern: /SSL_ERROR|SSL connect|gnutls_handshake|TLS connect error|OpenSSL/i,
    code: 'tls',
    message: 'the TLS connection failed ($detail)',
    hint: 'Check the proxy and the TLS versions that the host accepts.',
    retry: 'yes',
  },
  {
    pattern:
      /remote end hung up|early EOF|RPC failed|Connection reset|Recv failure|unexpected disconnect|Empty reply|transfer closed|invalid index-pack output/i,
    code: 'unavailable',
    message: 'the connection was lost ($detail)',
    hint: network,
  },
  // Git's messages about an answer that is not in its protocol: a web page, a truncated answer, a proxy's.
  {
    pattern:
      /protocol error|bad (line length|band)|invalid server response|(invalid|unexpected) content-type|could not determine hash algorithm|fetch-pack: expected|expected (flush|response end|service|'?packfile)|unexpected (acknowledg|response end|flush)|unrecognized capability|unknown object format|unable to parse remote|not valid: is this a git repository|Unable to find [0-9a-f]{40} under|Cannot obtain needed|git-http-push failed|dumb http transport/i,
    code: 'unavailable',
    message: 'the response did not come from a Git host ($detail)',
    hint: 'Check the configured URL and whether a proxy or a sign-in page answers instead of the host, then resume.',
  },
  {
    pattern: /protocol '[^']*' not allowed|transport '[^']*' not allowed/i,
    code: 'configuration',
    message: 'the URL uses a protocol that is not allowed ($detail)',
    hint: 'Use an https URL.',
  },
];
