import type { FailureRule } from './git-failure-rules.ts';

/**
 * How git-lfs reports a host's refusals: the host's own message if there was one, else its own for a status that it does
 * not name, and for single objects the status in brackets. The first that matches decides.
 */
export const lfsRules: readonly FailureRule[] = [
  {
    pattern: /\[429\]|rate[ -]?limit|\bslow down\b|too many requests|\bthrottl/i,
    code: 'rate-limit',
    message: 'the host limits how much is asked of it ($detail)',
    hint: 'Wait, use fewer workers or `--delay`, and resume.',
    retry: 'yes',
  },
  {
    pattern:
      /exceeded its LFS budget|over its data quota|insufficient (server )?storage|bandwidth limit exceeded|(storage|data|LFS) (quota|limit|budget)|\[50[79]\]/i,
    code: 'refused',
    message: '$detail',
    hint: 'Raise the LFS budget of the account that owns the repository (check the target storage quota), and resume.',
    retry: 'no',
  },
  {
    pattern:
      /\[413\]|HTTP 413|(payload|entity|content|file|object) (is )?too large|size must be less than/i,
    code: 'refused',
    message: 'an LFS object is larger than the host takes ($detail)',
    hint: 'Remove the file from the history at the source, or raise the plan of the target.',
    retry: 'no',
  },
  {
    pattern:
      /Authorization error|\[403\]|not have (permission|access)|not accessible by|(permission|access) (is )?denied|must have (push|write|admin)|^(batch response|LFS): forbidden/im,
    code: 'permission',
    message: '403 Forbidden',
    hint: 'The credential may not do this here: give it access to the repository and the scopes that the documentation lists.',
    retry: 'no',
    status: 403,
  },
  {
    pattern: /^(batch response|LFS): (Not Found|Repository or object not found)|\[404\]/im,
    code: 'not-found',
    message: 'there is no such repository, or the credential may not see it',
    hint: 'Check the name, and that the credential may read the repository.',
    retry: 'no',
    status: 404,
  },
  {
    // Single objects have only the status; 501, 507 and 509 will be the same tomorrow.
    pattern:
      /Server error|Fatal error|\[5(?!0[179]\])\d\d\]|(\[|HTTP )(408|409|425)\b|internal (server )?error|temporarily|try again|service unavailable|something went wrong/i,
    code: 'unavailable',
    message: 'the host has a problem of its own',
    hint: 'Wait, look at the status page of the host, and resume.',
    retry: 'yes',
  },
  {
    pattern: /Expected JSON type|Unable to parse HTTP response|unexpected EOF/i,
    code: 'unavailable',
    message: 'the answer was cut off, or was not one of a host of LFS objects',
    hint: 'Check whether a proxy or a sign-in page answers in place of the host, then resume.',
    retry: 'yes',
  },
];

/** Rules for what nothing else matches. */
export const lfsRest: readonly FailureRule[] = [
  {
    // Go's messages for a request without an answer.
    pattern:
      /\b(Get|Post|Put|Patch|Head) "?…"?: |\b(EOF|broken pipe|no route to host)$|\bGOAWAY\b|stream error: |closed (network|idle) connection|\btls: /im,
    code: 'unavailable',
    message: 'the connection broke ($detail)',
    hint: 'Check the connection, the proxy (HTTPS_PROXY) and the host, then resume.',
    retry: 'yes',
  },
  {
    pattern: /^(batch response|LFS): |^\[[0-9a-f]{64}\] |^info: Uploading failed/m,
    code: 'refused',
    message: '$detail',
    hint: 'Look up these words in the documentation of the host, and resume.',
    retry: 'no',
  },
];
