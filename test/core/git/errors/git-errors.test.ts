import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gitFailure, isDamaged } from '../../../../src/core/git/errors/git-errors.ts';
import { anyCharacter } from '../../../helpers/arbitraries/any-character.ts';

function failure(stderr: string, exitCode: number | null = 128) {
  return gitFailure(
    { stderr, stdout: '', exitCode },
    { doing: 'Fetching', subject: 'https://example.com/team/repo.git' },
  );
}

const address = "'https://example.com/team/repo.git/'";

describe('gitFailure', () => {
  it.each([
    [
      "remote: The `adeo' organization has enabled or enforced SAML SSO. To access\nremote: this repository, visit https://github.com/orgs/adeo/sso?authorization_request=AOON5OK3\nremote: and try your request again.",
      'Open https://github.com/orgs/adeo/sso?authorization_request=AOON5OK3 within an hour',
    ],
    [
      "remote: The 'noaa' organization has enabled or enforced SAML SSO.\nremote: To access this repository, visit https://github.com/enterprises/noaa/sso?authorization_request=ALNPO3 and try your request again.",
      'Open https://github.com/enterprises/noaa/sso?authorization_request=ALNPO3 within an hour',
    ],
    [
      'batch response: Resource protected by organization SAML enforcement. Use a personal token that has been granted access to this organization.',
      'Configure SSO',
    ],
  ])('gives the link that authorizes a token for single sign-on: %s', (said, hint) => {
    const error = failure(`${said}\nfatal: unable to access ${address}: error: 403`);
    expect(error).toMatchObject({ code: 'permission', status: 403 });
    expect(error.message).toContain('not authorized for single sign-on');
    expect(error.hint).toContain(hint);
  });

  it.each([
    ['credentials', `fatal: Authentication failed for ${address}`, '401 Unauthorized'],
    [
      'credentials',
      "fatal: could not read Username for 'https://example.com': terminal prompts disabled",
      '401 Unauthorized',
    ],
    [
      'permission',
      `fatal: unable to access ${address}: The requested URL returned error: 403`,
      '403 Forbidden',
    ],
    [
      'rate-limit',
      `fatal: unable to access ${address}: The requested URL returned error: 429`,
      '429 Too Many Requests',
    ],
    [
      'rate-limit',
      'error: RPC failed; HTTP 429 curl 22 The requested URL returned error: 429\nfatal: the remote end hung up unexpectedly',
      '429 Too Many Requests',
    ],
    [
      'rate-limit',
      `remote: You have exceeded a secondary rate limit. Please wait\nfatal: unable to access ${address}: The requested URL returned error: 403`,
      'rate-limited by the host',
    ],
    [
      'rate-limit',
      'batch response: Rate limit exceeded: https://example.com/team/repo.git/info/lfs/objects/batch',
      'rate-limited by the host',
    ],
    ['not-found', `fatal: repository ${address} not found`, 'repository not found'],
    [
      'unavailable',
      `fatal: unable to access ${address}: Could not resolve host: example.com`,
      'cannot resolve the host name',
    ],
    [
      'unavailable',
      `fatal: unable to access ${address}: Failed to connect to example.com port 443 after 0 ms: Connection refused`,
      'refused',
    ],
    [
      'unavailable',
      `fatal: unable to access ${address}: Operation too slow. Less than 1 bytes/sec transferred the last 60 seconds`,
      'in time',
    ],
    [
      'unavailable',
      `fatal: unable to access ${address}: The requested URL returned error: 503`,
      'the host reported a server error',
    ],
    [
      'unavailable',
      `fatal: unable to access ${address}: Received HTTP code 407 from proxy after CONNECT`,
      'proxy',
    ],
    [
      'unavailable',
      'error: RPC failed; curl 56 Recv failure: Connection reset by peer\nfatal: early EOF',
      'the connection was lost',
    ],
    [
      'refused',
      `fatal: unable to access ${address}: The requested URL returned error: 302`,
      'redirect',
    ],
    [
      'tls',
      `fatal: unable to access ${address}: SSL certificate problem: unable to get local issuer certificate`,
      'unable to get local issuer certificate',
    ],
    [
      'tls',
      `fatal: unable to access ${address}: server certificate verification failed. CAfile: none CRLfile: none`,
      'SSL: CERTIFICATE_VERIFY_FAILED',
    ],
    [
      'disk-full',
      'fatal: write error: No space left on device\nfatal: index-pack failed',
      'No space left',
    ],
    [
      'unavailable',
      'error: object file ./objects/ab/cd is empty\nfatal: loose object abcd is corrupt',
      'damaged',
    ],
    [
      'bad-answer',
      'remote: fatal: bad object 1234\nfatal: protocol error',
      "host's repository is damaged",
    ],
    ['unavailable', 'fatal: unexpected line in ./packed-refs: x', 'damaged'],
    ['unexpected', 'fatal: something new', 'something new'],
  ] as const)('is %s for: %s', (code, stderr, words) => {
    const found = failure(stderr);
    expect(found.code).toBe(code);
    expect(found.message).toContain(words);
    expect(found.hint).toMatch(/\.$/);
  });

  it('lets a rate limit be tried again, at a time that git does not report', () => {
    expect(failure('fatal: The requested URL returned error: 429')).toMatchObject({
      retry: 'yes',
      retryAt: null,
      status: 429,
    });
  });

  it.each([
    "fatal: protocol error: unexpected '60685f85d6 refs/heads/main'",
    'fatal: protocol error: bad line length character: <htm',
    `fatal: ${address.slice(1, -2)}info/refs not valid: could not determine hash algorithm; is this a git repository?`,
    'fatal: invalid server response; got version 2',
    "fatal: git fetch-pack: expected ACK/NAK, got 'x'",
    "fatal: unknown object format 'sha7' specified by server",
    'fatal: expected flush after ref listing',
  ])('knows an answer that is not in its protocol: %s', (stderr) => {
    const found = failure(stderr);
    expect(found).toMatchObject({ code: 'unavailable', retry: 'yes' });
    expect(found.message).toContain('the response did not come from a Git host');
    expect(found.hint).toContain('whether a proxy');
  });

  it.each([
    `remote: gone\nfatal: unable to access ${address}: The requested URL returned error: 410`,
    `remote: App passwords are no longer supported.\nfatal: unable to access ${address}: The requested URL returned error: 403`,
    `fatal: Authentication failed for ${address}`,
  ])('says what to do about an app password: %s', (stderr) => {
    const found = failure(stderr);
    expect(found.code).toBe('credentials');
    expect(found.hint).toContain('Create an API token');
  });

  it('says nothing of app passwords where the target refuses the credential', () => {
    const found = gitFailure(
      { stderr: `fatal: Authentication failed for ${address}`, stdout: '', exitCode: 128 },
      { doing: 'Pushing to', subject: 'https://github.com/o/r.git' },
    );
    expect(found.hint).not.toContain('app password');
  });

  it('says that git was killed', () => {
    expect(failure('', null)).toMatchObject({ code: 'unavailable', retry: 'yes' });
  });

  it("does not take the host's full disk for ours", () => {
    expect(failure('remote: fatal: write error: No space left on device').code).not.toBe(
      'disk-full',
    );
  });

  it('never shows the user part of an address', () => {
    const found = failure("fatal: unable to access 'https://jane:hunter2@example.com/r.git/': odd");
    expect(JSON.stringify([found.message, found.detail])).not.toContain('hunter2');
  });

  it('turns any output into one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (stderr) => {
        expect(failure(stderr).message).not.toMatch(/[\n\r\x1b]/);
      }),
    );
  });
});

describe('isDamaged', () => {
  it('believes our git, not the host', () => {
    expect(isDamaged('fatal: not a git repository: /x')).toBe(true);
    expect(isDamaged('remote: fatal: bad object 1234')).toBe(false);
  });
});
