import { count } from '../../../kernel/format/format.ts';
import type { BranchRule } from '../../../ports/records/source-settings.ts';
import { isPart, type SourceRules } from '../../../ports/source-lock.ts';
import type { LockContext } from './lock-context.ts';
import { forgetBefore, listParts, partRow, readBefore } from './lock-records.ts';
import { findOwn } from './lock-repository.ts';
import { removeTrials } from './prove-lock.ts';

export interface UnlockOutcome {
  /** Restrictions of the lock that were removed. */
  readonly removed: number;
  /** Of them, those that somebody had changed meanwhile: the host's words for them. Hostile. */
  readonly changed: readonly string[];
  /**
   * Of them, those that need not have been ours: the host never said whether it had added one, and they are exactly like it.
   * Hostile.
   */
  readonly unconfirmed: readonly string[];
  /** How what restricts the source differs from before the lock; others did that. Hostile. */
  readonly differences: readonly string[];
}

/** Says what was removed. Pure. */
export function unlockedText({ removed }: Pick<UnlockOutcome, 'removed'>): string {
  return removed === 0 ? 'nothing to unlock' : `${count(removed, 'restriction')} removed`;
}

/** Nothing was there to be removed. */
export const nothing: UnlockOutcome = {
  removed: 0,
  changed: [],
  unconfirmed: [],
  differences: [],
};

/**
 * Removes exactly what lockRepository() added, wherever it ended, and compares what restricts the source with what did
 * before. Without effect where nothing was added.
 */
export async function unlockRepository(
  context: LockContext & { readonly requireUnopened?: () => Promise<void> },
): Promise<UnlockOutcome> {
  const { lock, repository, records, signal, requireUnopened } = context;
  await removeTrials(context);
  const before = await readBefore(records);
  if (before === null) {
    await forgetBefore(records);
    return nothing;
  }
  const now = await lock.read({ ...repository, signal });
  const added = await listParts(records);
  // What was added had a plan; without any there may be none. The first choice takes the place of what others have removed.
  const parts =
    added.length === 0 ? [] : [...lock.plan({ rules: [], checks: [] }), ...lock.plan(before)];
  const planned = new Map(parts.map((part) => [part.key, part]));
  const changed: string[] = [];
  const unconfirmed: string[] = [];
  let removed = 0;
  for (const { key, id, isConfirmed } of added) {
    const part = planned.get(key);
    const rule = id === null ? part && findOwn(now, part, before) : findById(now, id);
    if (rule) {
      await requireUnopened?.();
      if (part !== undefined && !isPart(rule, part)) changed.push(key);
      if (!isConfirmed) unconfirmed.push(`${key} (${rule.id})`);
      await lock.remove({ ...repository, id: rule.id, signal });
      removed += 1;
    }
    await records.forgetObjects('source-lock', [partRow(key)]);
  }
  const after = removed === 0 ? now : await lock.read({ ...repository, signal });
  const differences = differencesOf(before, after);
  await forgetBefore(records);
  return { removed, changed, unconfirmed, differences };
}

function findById({ rules }: SourceRules, id: string): BranchRule | undefined {
  return rules.find((one) => one.id === id && one.level === 'repository');
}

/** Pure. */
export function differencesOf(before: SourceRules, after: SourceRules): readonly string[] {
  const rowsOf = ({ rules, checks }: SourceRules) =>
    new Map<string, Restriction>([
      ...rules.map((rule) => [`${rule.level} ${rule.id}`, rule] as const),
      ...checks.map((one) => [`${one.level} ${one.id}`, one] as const),
    ]);
  const [old, now] = [rowsOf(before), rowsOf(after)];
  const gone = [...old].filter(([key]) => !now.has(key));
  const added = [...now].filter(([key]) => !old.has(key));
  const other = [...old].filter(([key, row]) => {
    const found = now.get(key);
    return found !== undefined && JSON.stringify(found) !== JSON.stringify(row);
  });
  return [
    ...gone.map(([, row]) => `${nameOf(row)} is gone`),
    ...added.map(([, row]) => `${nameOf(row)} is new`),
    ...other.map(([, row]) => `${nameOf(row)} was changed`),
  ];
}

type Restriction = Pick<BranchRule, 'type' | 'refs' | 'id'>;

function nameOf({ type, refs, id }: Restriction): string {
  const where = 'pattern' in refs ? refs.pattern : refs.kind === 'branch' ? refs.name : refs.kind;
  return `restriction ${type} on ${where} (${id})`;
}
