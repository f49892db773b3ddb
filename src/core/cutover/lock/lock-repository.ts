import { inParallel } from '../../kernel/async/in-parallel.ts';
import { hasCode, MigratorError } from '../../kernel/errors.ts';
import { waitUntilVisible } from '../../migration/control/waiting.ts';
import type { BranchRule } from '../../ports/records/source-settings.ts';
import { isPart, type LockPart, type SourceRules } from '../../ports/source-lock.ts';
import type { LockContext } from './lock-context.ts';
import { partRow, readBefore, recordBefore } from './lock-records.ts';
import { proveLocked } from './prove-lock.ts';

export interface LockOutcome {
  /** Restrictions of ours that hold now; empty where others lock the repository already. */
  readonly parts: number;
  /** False for an empty repository: it has no commit that a branch could carry. */
  readonly isProved: boolean;
}

/** After so many lost answers in a row the source is taken to be unavailable. */
const maxAttempts = 3;

/**
 * Keeps everybody from pushing to a repository and merging in it: what restricts it is recorded, each restriction is an
 * intent before it is a request, and the first of them are proved before the others are added. It can be entered again after
 * a crash at any point: what was added is found by its exact shape, and nothing is added twice.
 * @throws `refused` where the lock does not hold: then what was added stays, to be removed by unlockRepository()
 */
export async function lockRepository(context: LockContext): Promise<LockOutcome> {
  const { lock, repository, records, signal } = context;
  let before = await readBefore(records);
  const isNew = before === null;
  before ??= await lock.read({ ...repository, signal });
  const parts = lock.plan(before);
  if (isNew) await recordBefore(records, before);
  for (const part of parts.filter(({ isGate }) => isGate)) await addPart(context, part, before);
  const isProved = await proveLocked(context);
  const others = parts.filter(({ isGate }) => !isGate);
  await inParallel(others, { concurrency: others.length, signal }, (part) =>
    addPart(context, part, before),
  );
  return { parts: parts.length, isProved };
}

async function addPart(context: LockContext, part: LockPart, before: SourceRules): Promise<void> {
  const { lock, repository, records, signal } = context;
  const row = partRow(part.key);
  const known = await records.findObject('source-lock', row);
  if (known !== null && known.targetId !== null) return;
  let lostAt = known?.intendedAt ?? null;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (lostAt !== null) {
      const found = await findLost(context, { part, before, lostAt });
      if (found !== null) return recordId(context, row, found.id);
    }
    await records.recordIntent('source-lock', row);
    try {
      return await recordId(context, row, await lock.add({ ...repository, part, signal }));
    } catch (error) {
      if (!hasCode(error, 'ambiguous-write')) {
        // The source said no: an earlier request may still have been carried out.
        const isRefusal = hasCode(error, 'permission', 'credentials', 'refused');
        if (isRefusal && lostAt === null) await records.forgetIntent('source-lock', row);
        throw error;
      }
      lostAt = context.clock.now();
    }
  }
  throw new MigratorError(
    'unavailable',
    `${lock.hostname} did not say whether it locked ${repository.workspace}/${repository.slug}`,
    { hint: 'Run the command again when the host responds.', retry: 'yes' },
  );
}

async function recordId({ records }: LockContext, row: string, id: string): Promise<void> {
  await records.recordResult('source-lock', row, { targetId: id, targetUrl: '' });
}

/** What a request whose answer was lost has added, once enough time has passed for it to be seen. */
async function findLost(
  context: LockContext,
  { part, before, lostAt }: { part: LockPart; before: SourceRules; lostAt: number },
): Promise<BranchRule | null> {
  const { lock, repository, signal } = context;
  await waitUntilVisible({ ...context, target: lock }, lostAt);
  return findOwn(await lock.read({ ...repository, signal }), part, before);
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
