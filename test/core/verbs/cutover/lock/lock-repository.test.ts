import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../../src/core/kernel/errors.ts';
import type { SourceLock } from '../../../../../src/core/ports/source-lock.ts';
import type { LockContext } from '../../../../../src/core/verbs/cutover/lock/lock-context.ts';
import { lockRepository } from '../../../../../src/core/verbs/cutover/lock/lock-repository.ts';
import { unlockRepository } from '../../../../../src/core/verbs/cutover/lock/unlock-repository.ts';
import { sources } from '../../../../helpers/sources.ts';
import { memoryRecords } from '../../../replica/apply/pull-requests/memory-context.ts';
import {
  administrator,
  type LockedSandbox,
  noAdministrator,
  openLocked,
} from './locked-sandbox.ts';

const partsOf = { 'bitbucket-cloud': 4, 'bitbucket-data-center': 1 } as const;

class Killed extends Error {}

/** The same lock and records, whose process is killed after one of the writes: before the next one is the same. */
function killedAt(context: LockContext, write: number): LockContext {
  let writes = 0;
  const counted = <Port extends object>(port: Port, names: readonly (keyof Port)[]): Port =>
    Object.assign(
      { ...port },
      ...names.map((name) => ({
        async [name](...given: readonly unknown[]) {
          writes += 1;
          const isNow = writes === write;
          const result = await (port[name] as (...all: unknown[]) => unknown)(...given);
          if (isNow) throw new Killed();
          return result;
        },
      })),
    );
  return {
    ...context,
    lock: counted(context.lock, ['add', 'remove', 'tryBranch', 'removeBranch']),
    records: counted(context.records, [
      'recordIntents',
      'recordResult',
      'saveObjectData',
      'forgetObjects',
    ]),
  };
}

describe.each(sources)('the lock of %s', (kind) => {
  let place: LockedSandbox;
  let lock: SourceLock;
  let context: LockContext;

  beforeEach(async () => {
    place = await openLocked(kind);
    lock = await place.lockWith(administrator);
    context = place.context(lock);
  });
  afterEach(() => place[Symbol.asyncDispose]());

  const push = async () => {
    const [[, commit] = ['', '']] = await place.refs();
    return lock.tryBranch({ ...context.repository, branch: 'feature/mine', commit });
  };

  it('keeps branches from being pushed, and is removed without a trace', async () => {
    const refs = await place.refs();
    expect(await lockRepository(context)).toEqual({ parts: partsOf[kind], isProved: true });
    expect(place.restrictions()).toHaveLength(partsOf[kind]);
    expect(await push()).toBe('refused');
    const unlocked = await unlockRepository(context);
    expect(unlocked).toEqual({
      ...{ removed: partsOf[kind], changed: [], unconfirmed: [], differences: [] },
    });
    expect(place.restrictions()).toEqual([]);
    expect(await place.refs()).toEqual(refs);
    expect(await push()).toBe('created');
  });

  it('adds nothing a second time', async () => {
    await lockRepository(context);
    const before = place.restrictions();
    await lockRepository(context);
    expect(place.restrictions()).toEqual(before);
  });

  it('leaves restrictions of others as they are', async () => {
    const part = lock.plan({ rules: [], checks: [] })[0];
    if (part === undefined) throw new Error('no part');
    // Somebody has locked it already, in part.
    await lock.add({ ...context.repository, part });
    const own = place.restrictions();
    expect((await lockRepository(context)).parts).toBe(partsOf[kind] - 1);
    await unlockRepository(context);
    expect(place.restrictions()).toEqual(own);
  });

  it('ends the same when it is killed after any write, and leaves nothing when that is undone', async () => {
    const { records } = memoryRecords(context.clock);
    for (let write = 1; write <= 30; write += 1) {
      const killed = killedAt(place.context(lock, records), write);
      const wasKilled = await lockRepository(killed).then(
        () => false,
        (error: unknown) => {
          if (!(error instanceof Killed)) throw error;
          return true;
        },
      );
      if (write % 2 === 0) {
        const whole = await lockRepository(place.context(lock, records));
        expect(whole.parts).toBe(partsOf[kind]);
        expect(place.restrictions()).toHaveLength(partsOf[kind]);
      }
      await unlockRepository(killedAt(place.context(lock, records), write)).catch(() => {});
      await unlockRepository(place.context(lock, records));
      expect({ write, left: place.restrictions() }).toEqual({ write, left: [] });
      expect([...(await place.refs()).keys()]).toEqual(['refs/heads/main']);
      expect(await records.listObjects('source-lock')).toEqual([]);
      expect(await records.listObjects('lock-proof')).toEqual([]);
      if (!wasKilled) return;
    }
    throw new Error('It never came to its end');
  });

  it('adopts a restriction whose answer was lost', async () => {
    let isLost = true;
    const losing: SourceLock = {
      ...lock,
      async add(request) {
        const id = await lock.add(request);
        if (!isLost) return id;
        isLost = false;
        throw new MigratorError('ambiguous-write', 'lost', { retry: 'yes' });
      },
    };
    expect(await lockRepository({ ...context, lock: losing })).toMatchObject({
      parts: partsOf[kind],
    });
    expect(place.restrictions()).toHaveLength(partsOf[kind]);
    const { removed, unconfirmed } = await unlockRepository(context);
    expect(removed).toBe(partsOf[kind]);
    // It may be an administrator's.
    const first = lock.plan({ rules: [], checks: [] })[0]?.key ?? '';
    expect(unconfirmed).toEqual([expect.stringContaining(first)]);
  });

  it('says so where it does not hold, and removes the branch that proves it', async () => {
    // The host takes the restriction, and lets everybody pass all the same.
    const ineffective: SourceLock = { ...lock, add: async () => 'no-such-id' };
    await expect(lockRepository({ ...context, lock: ineffective })).rejects.toThrow(
      `The lock on ${context.repository.workspace}/web does not work`,
    );
    expect([...(await place.refs()).keys()]).toEqual(['refs/heads/main']);
  });

  it('names what somebody has changed in between', async () => {
    await lockRepository(context);
    const part = lock.plan({ rules: [], checks: [] })[0];
    if (part === undefined) throw new Error('no part');
    const refs =
      kind === 'bitbucket-cloud' ? { kind: 'glob', pattern: 'x' } : { kind: 'ant', pattern: 'x' };
    await lock.add({ ...context.repository, part: { ...part, refs } as typeof part });
    const { differences } = await unlockRepository(context);
    expect(differences).toEqual([expect.stringMatching(/^restriction .* on x \(.*\) is new$/)]);
    expect(place.restrictions()).toHaveLength(1);
  });

  it('needs an administrator', async () => {
    const weak = await place.lockWith(noAdministrator);
    const own = place.context(weak);
    await expect(lockRepository(own)).rejects.toMatchObject({ code: 'permission' });
    expect(place.restrictions()).toEqual([]);
  });
});

describe('the lock of an empty repository', () => {
  it('cannot be proved', async () => {
    await using place = await openLocked('bitbucket-cloud');
    const context = place.context(await place.lockWith(administrator));
    const empty = { ...context, listRefs: async () => new Map<string, string>() };
    expect(await lockRepository(empty)).toEqual({ parts: 4, isProved: false });
  });
});

describe('the lock of a repository with exceptions', () => {
  it('takes patterns that are free, which hold for those as well whom others except', async () => {
    await using place = await openLocked('bitbucket-cloud');
    const { bitbucket } = place.sandbox;
    const jane = bitbucket.addPerson({ name: 'Jane Roe' });
    const restriction = { kind: 'push', match: { pattern: '**' }, users: [jane, bitbucket.user] };
    bitbucket.settings.addRestriction(place.uuid, { ...restriction, kind: 'push' });
    const before = place.restrictions();
    for (const starCrossesSlashes of [true, false]) {
      bitbucket.settings.starCrossesSlashes = starCrossesSlashes;
      const context = place.context(await place.lockWith(administrator));
      expect(await lockRepository(context)).toEqual({ parts: 5, isProved: true });
      await unlockRepository(context);
      expect(place.restrictions()).toEqual(before);
    }
  });
});
