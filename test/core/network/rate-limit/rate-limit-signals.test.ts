import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitbucketLimitSignal,
  gitHubLimitSignal,
  type LimitSignal,
} from '../../../../src/core/network/rate-limit/rate-limit-signals.ts';

const now = Date.UTC(2026, 10, 20, 12);
const inSeconds = (seconds: number): number => now + seconds * 1000;
const epoch = (seconds: number): string => String(inSeconds(seconds) / 1000);

type Headers = Readonly<Record<string, string>>;

function gitHub(status: number, headers: Headers, json: unknown): LimitSignal | null {
  return gitHubLimitSignal({ status, headers, json }, now);
}

function bitbucket(headers: Headers, json: unknown = null): LimitSignal | null {
  return bitbucketLimitSignal({ status: 429, headers, json }, now);
}

const secondary = {
  message:
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID 0A1B.',
  documentation_url:
    'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits',
};

describe('gitHubLimitSignal', () => {
  it('ignores parts of a GraphQL error that are no strings', () => {
    const strange = { toString: null };
    expect(gitHub(200, {}, { errors: [{ message: strange, type: strange }] })).toBeNull();
    expect(gitHub(200, {}, { documentation_url: strange })).toBeNull();
  });

  it.each([403, 429])('recognises the primary limit in a %i and waits for its reset', (status) => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': epoch(1200) };
    const json = { message: 'API rate limit exceeded for user ID 583231.' };
    expect(gitHub(status, headers, json)).toMatchObject({
      kind: 'primary',
      until: inSeconds(1200),
    });
  });

  it.each([403, 429])('recognises a secondary limit in a %i without any header', (status) => {
    const headers = { 'x-ratelimit-remaining': '4711', 'x-ratelimit-reset': epoch(1200) };
    expect(gitHub(status, headers, secondary)).toMatchObject({ kind: 'secondary', until: null });
  });

  it('waits as long as retry-after says', () => {
    expect(gitHub(403, { 'retry-after': '60' }, secondary)?.until).toBe(inSeconds(60));
  });

  it('recognises that too much content was created', () => {
    const message =
      'You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.';
    expect(gitHub(403, {}, { message })?.kind).toBe('content-creation');
  });

  it('recognises the spam guard, although it looks like a wrong request', () => {
    const json = {
      message: 'Validation Failed',
      errors: [{ resource: 'Issue', code: 'custom', message: 'was submitted too quickly' }],
    };
    expect(gitHub(422, {}, json)?.kind).toBe('too-quick');
    expect(gitHub(422, {}, { message: 'Validation Failed', errors: [] })).toBeNull();
  });

  it('recognises a limit of GraphQL in a 200', () => {
    const json = { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] };
    const spent = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': epoch(30) };
    expect(gitHub(200, spent, json)).toMatchObject({ kind: 'primary', until: inSeconds(30) });
    expect(gitHub(200, {}, json)).toMatchObject({ kind: 'secondary', until: null });
    const other = { errors: [{ type: 'RATE_LIMIT', code: 'graphql_rate_limit' }] };
    expect(gitHub(200, spent, other)).toMatchObject({ kind: 'primary', until: inSeconds(30) });
    expect(gitHub(200, {}, { errors: [{ type: 'NOT_FOUND' }] })).toBeNull();
    expect(gitHub(200, spent, { data: {} })).toBeNull();
  });

  it('tells the lockout after wrong credentials from a missing permission', () => {
    const lockout = {
      message: 'Maximum number of login attempts exceeded. Please try again later.',
    };
    expect(gitHub(403, {}, lockout)?.kind).toBe('lockout');
    const forbidden = { message: 'Resource not accessible by personal access token' };
    expect(gitHub(403, {}, forbidden)).toBeNull();
  });

  it('takes a missing permission for what it is, even with the last request of the budget', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': epoch(3000) };
    const json = {
      message: 'You need admin access to the organization before adding a repository to it.',
    };
    expect(gitHub(403, headers, json)).toBeNull();
  });

  it('waits for the reset after a secondary limit too, if nothing is left until then', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': epoch(300) };
    expect(gitHub(429, headers, secondary)).toMatchObject({
      kind: 'secondary',
      until: inSeconds(300),
    });
  });

  it.each([
    ['a date', (ours: number) => ({ 'retry-after': new Date(ours + 90_000).toUTCString() })],
    [
      'a reset',
      (ours: number) => ({
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.round((ours + 90_000) / 1000)),
      }),
    ],
  ])("reads %s by the host's own clock, whose Date comes along", (_what, headersAt) => {
    for (const skew of [-7200, -30, 45, 86_400]) {
      const hostNow = inSeconds(skew);
      const headers = { ...headersAt(hostNow), date: new Date(hostNow).toUTCString() };
      const json = { message: 'API rate limit exceeded for user ID 583231.' };
      expect(gitHub(403, headers as Headers, json)?.until).toBe(inSeconds(90));
    }
  });

  it('takes a reset as it is where the Date of the answer is an old one', () => {
    const headers = {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': epoch(90),
      date: new Date(inSeconds(-86_400)).toUTCString(),
    };
    const json = { message: 'API rate limit exceeded for user ID 583231.' };
    expect(gitHub(403, headers, json)?.until).toBe(inSeconds(90));
  });

  it('recognises a refusal of GraphQL in the form of REST, and no record that has a message', () => {
    const { message, documentation_url } = secondary;
    expect(gitHub(200, {}, { message, documentation_url })?.kind).toBe('secondary');
    expect(gitHub(200, {}, { sha: '1', message })).toBeNull();
    const untyped = { errors: [{ message: 'API rate limit already exceeded for user ID 1.' }] };
    expect(gitHub(200, {}, untyped)?.kind).toBe('secondary');
    const quick = { data: null, errors: [{ message: 'Body was submitted too quickly' }] };
    expect(gitHub(200, {}, quick)?.kind).toBe('too-quick');
  });

  it('counts a spent budget without any message as the primary limit', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': epoch(10) };
    expect(gitHub(403, headers, null)?.kind).toBe('primary');
  });

  it('does not believe a reset that is past', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': epoch(-5) };
    expect(gitHub(403, headers, { message: 'API rate limit exceeded' })?.until).toBeNull();
  });
});

describe('bitbucketLimitSignal', () => {
  it('recognises a 429 by its status alone, its text being bare', () => {
    expect(bitbucket({})).toMatchObject({ kind: 'primary', until: null });
  });

  it('recognises a 429 in JSON', () => {
    const json = {
      type: 'error',
      error: { message: 'Rate limit for this resource has been exceeded' },
    };
    expect(bitbucket({}, json)).toMatchObject({ kind: 'primary', until: null });
  });

  it.each([
    ['retry-after in seconds', { 'retry-after': '30' }, 30],
    ['retry-after as a date', { 'retry-after': new Date(inSeconds(90)).toUTCString() }, 90],
    ['seconds that are left', { 'x-ratelimit-reset': '745' }, 745],
    ['seconds that are left, with a window', { 'x-ratelimit-reset': '745;w=3600' }, 745],
    ['seconds since 1970', { 'x-ratelimit-reset': epoch(600) }, 600],
    ['milliseconds since 1970', { 'x-ratelimit-reset': String(inSeconds(600)) }, 600],
    ['retry-after that came twice', { 'retry-after': '30, 40' }, 30],
    ["Data Center's headers", { 'retry-after': '12', 'x-ratelimit-interval-seconds': '60' }, 12],
    [
      "Data Center's headers without Retry-After",
      {
        'x-ratelimit-limit': '60',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-fillrate': '5',
        'x-ratelimit-interval-seconds': '20',
      },
      20,
    ],
    ['an absurd reset', { 'x-ratelimit-reset': '9223372036854775807' }, 3660],
    ['an absurd interval', { 'x-ratelimit-interval-seconds': '9223372036854775807' }, 3660],
    ['an absurd wait', { 'retry-after': '9223372036854775807' }, 3660],
    ['a wait that is over', { 'retry-after': '0' }, 1],
  ])('understands %s', (_what, headers, seconds) => {
    expect(bitbucket(headers)?.until).toBe(inSeconds(seconds));
  });

  it.each([
    { 'retry-after': 'soon' },
    { 'retry-after': '-5' },
    { 'x-ratelimit-reset': '0' },
    { 'x-ratelimit-reset': '' },
    { 'x-ratelimit-reset': '-3' },
  ])('says nothing of the end where the header makes no sense: %j', (headers) => {
    expect(bitbucket(headers)?.until).toBeNull();
  });

  it('leaves every other status alone', () => {
    for (const status of [200, 403, 404, 503]) {
      expect(bitbucketLimitSignal({ status, headers: {}, json: null }, now)).toBeNull();
    }
  });
});

describe('both', () => {
  it('never wait longer than an hour and a minute, whatever the headers hold', () => {
    const header = fc.oneof(fc.string(), fc.bigInt().map(String), fc.double().map(String));
    const headers = fc.record(
      {
        'retry-after': header,
        'x-ratelimit-reset': header,
        'x-ratelimit-remaining': header,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        headers,
        fc.jsonValue(),
        fc.constantFrom(200, 403, 422, 429),
        (some, json, status) => {
          const answer = { status, headers: some as Headers, json };
          for (const signal of [
            gitHubLimitSignal(answer, now),
            bitbucketLimitSignal(answer, now),
          ]) {
            if (signal === null || signal.until === null) continue;
            expect(signal.until).toBeGreaterThan(now);
            expect(signal.until).toBeLessThanOrEqual(inSeconds(3660));
          }
        },
      ),
    );
  });
});
