import type { FailureRule } from './git-failure-rules.ts';

/**
 * How git-lfs reports a host's refusals: the host's own message if there was one, else its own for a status that it does
 * not name, and for single objects the status in brackets. The first that matches decides.
 */
export const lfsRules: readonly FailureRule[] = [
  {
    pattern: /\[429\]|rate[ -]?limit|\bslow down\b|too many requests|\bthrottl/i,
    code: 'rate-limit',
    message: 'rate-limited by the host ($detail)',
    hint: 'Wait, then resume with fewer `--workers` or a `--delay`.',
  },
  {
    pattern:
      /exceeded its LFS budget|over its data quota|insufficient (server )?storage|bandwidth limit exceeded|(storage|data|LFS) (quota|limit|budget)|\[50[79]\]/i,
    code: 'refused',
    message: '$detail',
    hint: 'Raise the LFS budget of the account that owns the repository (check the target storage quota), then resume.',
  },
  {
    pattern:
      /\[413\]|HTTP 413|(payload|entity|content|file|object) (is )?too large|size must be less than/i,
    code: 'refused',
    message: "an LFS object exceeds the host's size limit ($detail)",
    hint: "Remove the file from the history on Bitbucket, or upgrade the GitHub account's plan.",
  },
  {
    pattern:
      /Authorization error|\[403\]|not have (permission|access)|not accessible by|(permission|access) (is )?denied|must have (push|write|admin)|^(batch response|LFS): forbidden/im,
    code: 'permission',
    message: '403 Forbidden',
    hint: 'The credentials lack permission. Give them access to the repository and the scopes that the documentation lists.',
    status: 403,
  },
  {
    pattern: /^(batch response|LFS): (Not Found|Repository or object not found)|\[404\]/im,
    code: 'not-found',
    message: 'repository not found, or the credentials cannot access it',
    hint: 'Check the name, and that the credentials can read the repository.',
    status: 404,
  },
  {
    // Single objects have only the status; 501, 507 and 509 will be the same tomorrow.
    pattern:
      /Server error|Fatal error|\[5(?!0[179]\])\d\d\]|(\[|HTTP )(408|409|425)\b|internal (server )?error|temporarily|try again|service unavailable|something went wrong/i,
    code: 'unavailable',
    message: 'the host reported a server error',
    hint: "Check the host's status page, wait, then resume.",
  },
  {
    pattern: /Expected JSON type|Unable to parse HTTP response|unexpected EOF/i,
    code: 'unavailable',
    message: 'the response was cut off, or did not come from an LFS server',
    hint: 'Check whether a proxy or a sign-in page answers instead of the host, then resume.',
  },
];

/** Rules for what nothing else matches. */
export const lfsRest: readonly FailureRule[] = [
  {
    // Go's messages for a request without an answer.
    pattern:
      /\b(Get|Post|Put|Patch|Head) "?…"?: |\b(EOF|broken pipe|no route to host)$|\bGOAWAY\b|stream error: |closed (network|idle) connection|\btls: /im,
    code: 'unavailable',
    message: 'the connection was lost ($detail)',
    hint: 'Check the connection, the proxy (HTTPS_PROXY) and the host, then resume.',
  },
  {
    pattern: /^(batch response|LFS): |^\[[0-9a-f]{64}\] |^info: Uploading failed/m,
    code: 'refused',
    message: '$detail',
    hint: "Look up this message in the host's documentation, then resume.",
  },
];
