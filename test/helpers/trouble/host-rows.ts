import { bring, discover, ownState, type Row } from './row.ts';

/** Rows for refusals and delays of a host. */
export const hostRows: readonly Row[] = [
  {
    condition: 'Source credentials rejected',
    produce: (place) => place.run(discover, { SRC_API_TOKEN: 'ATATT3x-not-one-of-theirs' }),
    code: 4,
    says: ['401 Unauthorized', 'SRC_API_TOKEN'],
  },
  {
    condition: 'App password lacks Account: Read',
    produce(place) {
      // As the host answered while it still took app passwords.
      const body = JSON.stringify({
        error: { message: 'Your credentials lack one or more required privilege scopes.' },
      });
      place.sandbox.faults.add({
        host: 'bitbucket',
        path: /^\/2\.0\/user$/,
        action: { kind: 'status', status: 403, body },
      });
      return place.run(discover, {
        SRC_USERNAME: 'robin-keller',
        SRC_API_TOKEN: undefined,
        SRC_APP_PASSWORD: place.sandbox.bitbucket.credentials.addAppPassword(),
      });
    },
    code: 4,
    says: [
      '403 Forbidden',
      '/2.0/user',
      'Account: Read',
      'Repositories: Read',
      /Pull requests: Read/i,
    ],
  },
  {
    condition: 'Target credentials rejected or insufficient',
    produce: (place) => bring(place, 'rejected')({ DST_TOKEN: 'ghp_notOneOfTheirs' }),
    code: 4,
    says: ['401 Unauthorized', 'DST_TOKEN', 'repo, admin:org', 'workflow'],
  },
  {
    condition: 'Target credentials rejected or insufficient',
    produce: (place) =>
      bring(
        place,
        'insufficient',
      )({ DST_TOKEN: place.sandbox.github.tokens.add({ scopes: ['gist'] }) }),
    code: 4,
    says: ['403 Forbidden', 'DST_TOKEN lacks the repo scope', 'repo, admin:org', 'workflow'],
  },
  {
    condition: 'Source rate limit',
    produce(place) {
      const action = { kind: 'status', status: 429, headers: { 'retry-after': '1' } } as const;
      place.sandbox.faults.add({ host: 'bitbucket', action });
      return place.run(discover, ownState(place, 'source-limit'));
    },
    code: 0,
    says: [/^waiting /m, '429 Too Many Requests: the rate limit is exceeded'],
  },
  {
    condition: 'Target rate limit',
    produce(place) {
      const body = '{"message":"API rate limit exceeded for user ID 90000001."}';
      const headers = { 'retry-after': '1', 'x-ratelimit-remaining': '0' };
      const action = { kind: 'status', status: 403, body, headers } as const;
      place.sandbox.faults.add({ host: 'github', action });
      return bring(place, 'target-limit')();
    },
    code: 0,
    says: ['403 Forbidden: the rate limit is exceeded'],
  },
];
