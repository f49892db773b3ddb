import { describe, expect, it } from 'vitest';
import { whileOpened } from '../../../../../src/core/replica/apply/settings/archived-target.ts';
import { outcomeOf } from '../../../../../src/core/settings/applying/setting-outcome.ts';

type Given = Parameters<typeof whileOpened>[0];

const missing = outcomeOf({ kind: 'webhook', name: 'ci' }, { state: 'missing' });
const written = outcomeOf({ kind: 'webhook', name: 'ci' }, { state: 'written' });

/** A target that remembers whether it is archived, and a state that outlives a run. */
function place(isArchived: boolean) {
  const known = new Set<string>();
  const target = { archived: isArchived, writes: 0 };
  const given = (): Given =>
    ({
      isArchived: target.archived,
      name: { owner: 'acme', name: 'web', signal: new AbortController().signal },
      target: {
        async updateRepository({ archived }: { archived: boolean }) {
          target.archived = archived;
          target.writes += 1;
        },
      },
      records: {
        findObject: async (_: string, id: string) => (known.has(id) ? { id } : null),
        saveDocument: async (_: string, id: string) => known.add(id),
        forgetObjects: async (_: string, [id = '']: string[]) => known.delete(id),
      },
    }) as unknown as Given;
  return { target, given, known };
}

const compare = async () => [missing];

describe('an archived target', () => {
  it('stays closed where nothing is missing', async () => {
    const { target, given } = place(true);
    const apply = () => Promise.reject(new Error('nothing to apply'));
    await whileOpened(given(), { compare: async () => [written], apply });
    expect(target).toEqual({ archived: true, writes: 0 });
  });

  it('is closed again after a failure', async () => {
    const { target, given, known } = place(true);
    const apply = () => Promise.reject(new Error('no connection'));
    await expect(whileOpened(given(), { compare, apply })).rejects.toThrow('no connection');
    expect(target.archived).toBe(true);
    expect(known.size).toBe(0);
  });

  it('is closed by the next run where the one before was killed', async () => {
    const { target, given } = place(true);
    const killed = new Promise<never>(() => {});
    const begun = Promise.withResolvers<void>();
    void whileOpened(given(), {
      compare,
      apply() {
        begun.resolve();
        return killed;
      },
    });
    await begun.promise;
    expect(target.archived).toBe(false);
    const outcomes = await whileOpened(given(), { compare, apply: async () => [written] });
    expect(outcomes).toEqual([written]);
    expect(target.archived).toBe(true);
  });

  it('that somebody has opened stays open', async () => {
    const { target, given } = place(false);
    await whileOpened(given(), { compare, apply: async () => [written] });
    expect(target).toEqual({ archived: false, writes: 0 });
  });
});
