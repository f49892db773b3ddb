import { type Created, once } from '../../../journal/once.ts';
import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { BranchRule } from '../../../ports/records/source-settings.ts';
import { isPart, type LockPart, type SourceRules } from '../../../ports/source-lock.ts';
import { fullName, type LockContext } from './lock-context.ts';
import { partRow, readBefore, recordBefore, recordUnconfirmed } from './lock-records.ts';
import { proveLocked } from './prove-lock.ts';

export interface LockOutcome {
  /** Restrictions that the lock has added; empty where others lock the repository already. */
  readonly parts: number;
  /** False for a repository without a commit that a branch could carry. */
  readonly isProved: boolean;
}

/**
 * Keeps everybody from pushing to a repository and merging in it: what restricts it is recorded, each restriction is an
 * intent before it is a request, and the first of them are proved before the others are added. It can be entered again after
 * a crash at any point: what was added is found by its exact shape, and nothing is added twice. What others have removed
 * since is added again.
 * @throws `refused` where the lock does not hold: then what was added stays, to be removed by unlockRepository()
 */
export async function lockRepository(context: LockContext): Promise<LockOutcome> {
  const { lock, repository, records, signal } = context;
  const recorded = await readBefore(records);
  if ((recorded?.repository ?? context.sourceId) !== context.sourceId) throw onOther(context);
  const now = await lock.read({ ...repository, signal });
  const before = recorded ?? now;
  const parts = lock.plan(stillThere(before, now));
  if (recorded === null) await recordBefore(records, { ...before, repository: context.sourceId });
  const add = async (part: LockPart) => {
    if (!(await holds(context, part, now))) await addPart(context, part, before);
  };
  for (const part of parts.filter(({ isGate }) => isGate)) await add(part);
  const isProved = await proveLocked(context);
  const others = parts.filter(({ isGate }) => !isGate);
  await inParallel(others, { concurrency: others.length, signal }, add);
  return { parts: parts.length, isProved };
}

function onOther(context: LockContext): MigratorError {
  return new MigratorError(
    'refused',
    `The lock on ${fullName(context)} is on the repository that had this name before`,
    { hint: 'Run the command with --abort first, to remove that lock.' },
  );
}

/** Restrictions that the source had before, without what others have removed since: the lock has to make up for that. Pure. */
function stillThere(before: SourceRules, now: SourceRules): SourceRules {
  const known = new Set(before.rules.map(({ level, id }) => `${level} ${id}`));
  return { ...now, rules: now.rules.filter(({ level, id }) => known.has(`${level} ${id}`)) };
}

/**
 * Tells whether a part that was added still holds. One that others have removed since is forgotten.
 * @throws `refused` where others have changed it: the host takes no second one in its place
 */
async function holds(context: LockContext, part: LockPart, now: SourceRules): Promise<boolean> {
  const { records } = context;
  const row = partRow(part.key);
  const known = await records.findObject('source-lock', row);
  if (known === null || known.targetId === null) return false;
  const rule = now.rules.find(({ level, id }) => level === 'repository' && id === known.targetId);
  if (rule === undefined) {
    await records.forgetObjects('source-lock', [row]);
    return now.rules.some((one) => isPart(one, part));
  }
  if (isPart(rule, part)) return true;
  const names = rule.exceptions.map(({ name }) => name).join(', ');
  throw new MigratorError(
    'refused',
    `The lock on ${fullName(context)} was changed: ${part.key}${names === '' ? '' : ` exempts ${names}`}`,
    {
      hint: 'Change that restriction back on Bitbucket and run the command again, or remove the lock with --abort.',
    },
  );
}

async function addPart(context: LockContext, part: LockPart, before: SourceRules): Promise<void> {
  const { lock, repository, records, signal } = context;
  const id = partRow(part.key);
  await once(
    { ...context, target: lock },
    {
      ...{ kind: 'source-lock', id, failure: `${fullName(context)} could not be locked` },
      known: (await records.findObject('source-lock', id)) ?? undefined,
      send: async () => created(await lock.add({ ...repository, part, signal })),
      async find() {
        const found = findOwn(await lock.read({ ...repository, signal }), part, before);
        if (found === null) return null;
        await recordUnconfirmed(records, id);
        return created(found.id);
      },
    },
  );
}

function created(targetId: string): Created {
  return { targetId, targetUrl: '' };
}

/** A restriction that is exactly what a part adds, and was not there before. Pure. */
export function findOwn(
  now: SourceRules,
  part: Pick<LockPart, 'type' | 'refs'>,
  before: SourceRules,
): BranchRule | null {
  const known = new Set(before.rules.map(({ id }) => id));
  return now.rules.find((rule) => isPart(rule, part) && !known.has(rule.id)) ?? null;
}
