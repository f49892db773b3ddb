import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { findPlannedTargets } from '../../../../src/core/run/preflight/find-planned-targets.ts';

type Check = Parameters<typeof findPlannedTargets>[0];

const planned = ['first', 'closed', 'second', 'absent', 'third'];

/** A target that answers the last question first. */
function find(options: { skipExisting: boolean; overwrite: boolean }) {
  let later = planned.length;
  const target = {
    hostname: 'github.com',
    async findRepository({ name }: { name: string }) {
      later -= 1;
      for (let turn = later; turn >= 0; turn -= 1) await setImmediate();
      if (name === 'closed') throw new MigratorError('permission', 'closed');
      if (name === 'absent') return { state: 'absent' };
      return { state: 'present', repository: { id: `id of ${name}`, name } };
    },
  };
  return findPlannedTargets({
    services: { target, store: { listMigrations: async () => [] } },
    repositories: planned.map((name) => ({ source: name, target: name })),
    begun: new Set(),
    made: new Map(),
    adoptsFound: false,
    options,
    owner: { login: 'acme' },
    signal: new AbortController().signal,
  } as unknown as Check);
}

describe('targets that answer in another order than that of the plan', () => {
  it('are confirmed in the order of the plan', async () => {
    const { replaced } = await find({ skipExisting: false, overwrite: true });
    expect([...replaced.keys()]).toEqual(['first', 'second', 'third']);
  });

  it('are reported in the order of the plan where they are in the way', async () => {
    const { problems } = await find({ skipExisting: false, overwrite: false });
    expect(problems.map(({ message }) => message)).toEqual([
      'Repository already exists: acme/first on github.com',
      'closed',
      'Repository already exists: acme/second on github.com',
      'Repository already exists: acme/third on github.com',
    ]);
  });
});
