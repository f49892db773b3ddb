import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkUserMap } from '../../../src/core/wizard/check-user-map.ts';
import { failureOf } from '../network/support/failure.ts';
import { person } from '../users/people.ts';

describe('a user map that is checked before the run', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrator-map-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const check = (path: string, seen: readonly string[]) =>
    checkUserMap({
      path,
      people: seen.map((name, at) => ({
        person: { ...person(name), kind: name.startsWith('app') ? 'app' : 'user' },
        times: at + 1,
      })),
      workspace: 'acme',
      source: { pullRequests: { members: async () => [person('member')] } },
      target: {
        pullRequests: {
          findUsers: async ({ logins }) =>
            new Map(logins.filter((login) => login !== 'nobody').map((login) => [login, login])),
        },
      },
      signal: new AbortController().signal,
    });

  it('reports who is mapped, who is not, and whom the target does not have, without apps', async () => {
    const path = join(folder, 'users.csv');
    const rows = ['source_username,target_username', 'jane,jane-gh', 'member,nobody', 'someone,'];
    writeFileSync(path, rows.join('\n'));
    const found = await check(path, ['jane', 'rare', 'often', 'app of CI']);
    expect(found).toMatchObject({ rows: 3, mapped: 2, unknown: ['nobody'], seen: 3 });
    expect(found.unmatched.map((one) => one.times)).toEqual([3, 2]);
  });

  it('is refused with the lines that cannot be used', async () => {
    const path = join(folder, 'wrong.csv');
    writeFileSync(path, 'source,target\na,b\n');
    expect((await failureOf(check(path, []))).code).toBe('input-file');
    expect((await failureOf(check(join(folder, 'none.csv'), []))).message).toContain('none.csv');
  });
});
