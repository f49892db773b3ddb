import * as z from 'zod';
import type { Refs } from '../../../git/formats/refs.ts';
import { readData } from '../../../journal/document.ts';
import { once } from '../../../journal/once.ts';
import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import { fullName, type LockContext } from './lock-context.ts';

/** Where a branch was pushed that the lock must refuse. */
const trialSchema = z.object({ commit: z.string() });

/** A source without branches is asked for the commits of so many tags. */
const maxTags = 10;

/**
 * Proves that the lock holds: branches at a commit of the source, which carry nothing new, must be refused. One has a slash
 * in its name and one has none, because hosts disagree about what `*` stands for. What is created all the same is removed.
 * @returns whether it could be proved: an empty repository has no commit, and tags need not have one
 * @throws `refused` where a branch was created, `permission` where the credentials may not push, which proves nothing
 */
export async function proveLocked(context: LockContext): Promise<boolean> {
  const { signal } = context;
  await removeTrials(context);
  const refs = await context.listRefs();
  const commit = await commitOf(context, refs);
  if (commit === undefined) return false;
  const token = Math.floor(context.random() * 36 ** 6)
    .toString(36)
    .padStart(6, '0');
  const names = [`migrator/lock-${token}`, `migrator-lock-${token}`];
  const branches = names.filter((branch) => !refs.has(`refs/heads/${branch}`));
  await inParallel(branches, { concurrency: branches.length, signal }, async (branch) => {
    await tryOne(context, branch, commit);
  });
  return true;
}

/**
 * A commit that the source has. A tag may stand for something else, which no host takes as a branch: its refusal would prove
 * nothing.
 */
async function commitOf({ findCommit }: LockContext, refs: Refs): Promise<string | undefined> {
  const branch = [...refs].find(([ref]) => ref.startsWith('refs/heads/'))?.[1];
  if (branch !== undefined) return branch;
  for (const object of new Set([...refs.values()].slice(0, maxTags))) {
    const commit = await findCommit(object);
    if (commit !== null) return commit;
  }
  return undefined;
}

async function tryOne(context: LockContext, branch: string, commit: string): Promise<void> {
  const { lock, repository, records, signal } = context;
  const trial = { ...repository, branch, commit, signal };
  const accepted = { targetId: branch, targetUrl: '' };
  const outcome = await once(
    { ...context, target: lock },
    {
      ...{ kind: 'lock-proof', id: branch, known: undefined, data: JSON.stringify({ commit }) },
      failure: `The lock on ${fullName(context)} could not be tested`,
      send: async () => ((await lock.tryBranch(trial)) === 'refused' ? null : accepted),
      find: async () => ((await isThere(context, branch, commit)) ? accepted : null),
    },
  );
  if (outcome === null) return;
  await lock.removeBranch(trial);
  await records.forgetObjects('lock-proof', [branch]);
  throw new MigratorError(
    'refused',
    `The lock on ${fullName(context)} does not work: a test push of ${branch} was accepted, and then undone`,
    {
      hint: 'Check who is exempt from its branch restrictions.',
    },
  );
}

/** Branches that an earlier attempt may have created. */
export async function removeTrials(context: LockContext): Promise<void> {
  const { records, lock, repository, signal } = context;
  const trials = await records.listObjects('lock-proof');
  for (const trial of trials) {
    const branch = trial.sourceId;
    const commit = readData(trialSchema, trial)?.commit ?? null;
    // Without a commit nothing was pushed yet; at another commit it is somebody else's.
    if (commit !== null && (await isThere(context, branch, commit))) {
      await lock.removeBranch({ ...repository, branch, commit, signal });
    }
    await records.forgetObjects('lock-proof', [branch]);
  }
}

async function isThere(
  { listRefs }: LockContext,
  branch: string,
  commit: string,
): Promise<boolean> {
  return (await listRefs()).get(`refs/heads/${branch}`) === commit;
}
