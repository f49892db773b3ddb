import { describe, expect, it } from 'vitest';
import type { TargetOwner } from '../../../../src/core/ports/records/account.ts';
import { checkMarkerKey } from '../../../../src/core/run/preflight/check-marker-key.ts';
import type { Preflight } from '../../../../src/core/run/preflight/preflight-questions.ts';

const planned = (source: string) => ({ source, target: source, visibility: 'private' as const });

async function refusedOf(wanted: readonly string[], hasKey = false) {
  const asked: string[] = [];
  const newestNumber = async ({ name }: { name: string }) => {
    asked.push(name);
    return name === 'empty' ? 0 : 7;
  };
  const check = {
    services: {
      hasMarkerKey: () => hasKey,
      target: { hostname: 'github.com', pullRequests: { newestNumber } },
    },
    owner: { login: 'acme' },
    migratesPullRequests: ({ source }: { source: string }) => wanted.includes(source),
    signal: new AbortController().signal,
  } as unknown as Preflight & { owner: TargetOwner };
  const problems = await checkMarkerKey(check, ['web', 'docs', 'empty'].map(planned));
  return { asked, problems: problems.map(({ message }) => message) };
}

describe('a target that is there while the key is not', () => {
  it('is refused where it may hold pull requests that would be made once more', async () => {
    const { problems } = await refusedOf(['web', 'docs', 'empty']);
    expect(problems).toEqual([
      expect.stringContaining('acme/web on github.com'),
      expect.stringContaining('acme/docs on github.com'),
    ]);
  });

  it('is taken over, and not asked, where the plan brings no pull requests of it', async () => {
    const { asked, problems } = await refusedOf(['web']);
    expect(asked).toEqual(['web']);
    expect(problems).toEqual([expect.stringContaining('acme/web on github.com')]);
  });

  it('is no matter where the key is there', async () => {
    expect(await refusedOf(['web'], true)).toEqual({ asked: [], problems: [] });
  });
});
