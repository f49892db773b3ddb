import type { RepositoryRecords } from '../../journal/repository-records.ts';
import type { ApplyContext } from '../applying/apply-context.ts';
import { adopt } from '../applying/create-once.ts';
import {
  type Decision,
  outcomeOf,
  perform,
  refusedOutcome,
  type SettingOutcome,
} from '../applying/setting-outcome.ts';
import { normalForm } from './compare-ruleset.ts';
import { type NamedRuleset, rulesetPrefix } from './name-rulesets.ts';
import { approvalsOfOthers, narrowRuleset } from './narrow-ruleset.ts';
import {
  isOfOrganization,
  organizationScope,
  type RulesetScope,
  repositoryScope,
  type ScopedRuleset,
} from './ruleset-scope.ts';
import { withSeenChecks } from './seen-checks.ts';
import {
  createRuleset,
  differenceOf,
  type Feasible,
  formOf,
  idOf,
  inWords,
  isEmpty,
  join,
  noteOf,
  RulesetChanged,
  type RulesetToWrite,
  readBack,
  updateRuleset,
  type WrittenRuleset,
} from './write-ruleset.ts';

export function rulesetName({ name }: NamedRuleset) {
  return { kind: 'ruleset', name } as const;
}

/**
 * The rulesets of the plan, in the repository or, where several want them alike, in the organization. One that somebody has
 * changed stays as it is and is reported.
 */
export async function applyRulesets(
  context: ApplyContext,
  wanted: readonly NamedRuleset[],
): Promise<readonly SettingOutcome[]> {
  const { ids } = await context.organization();
  const shared = wanted.filter(({ isShared }) => isShared);
  const own = wanted.filter(({ isShared }) => !isShared);
  const outcomes: SettingOutcome[] = [];
  if (own.length > 0) {
    const place = repositoryScope(context, ids);
    const found = context.isNew ? [] : await place.list(rulesetPrefix);
    outcomes.push(...(await applyIn(context, place, { wanted: own, found })));
  }
  if (shared.length > 0) {
    const place = await organizationScope(context, ids);
    const found = await place.list(rulesetPrefix);
    outcomes.push(...(await applyIn(context, place, { wanted: shared, found })));
  }
  return [...outcomes, ...(await leaveOthers(context, wanted, outcomes))];
}

async function applyIn(
  context: ApplyContext,
  place: RulesetScope,
  { wanted, found }: { wanted: readonly NamedRuleset[]; found: readonly ScopedRuleset[] },
): Promise<readonly SettingOutcome[]> {
  const outcomes: SettingOutcome[] = [];
  for (const one of wanted) {
    const there = found.find(({ name }) => name === one.name) ?? null;
    const feasible = await asPossible(context, one, there);
    const decision = await decide(context, { ...feasible, name: one.name, place }, there);
    const outcome = await perform(context, rulesetName(one), decision);
    const noted =
      outcome.state === 'equal' ? { ...outcome, note: noteOf(feasible, there) } : outcome;
    const more = approvalsOfOthers(feasible.ruleset, await context.organization());
    const isInactive = isOff(one, feasible, outcome);
    const isLoose = outcome.state !== 'refused' && (more !== null || isInactive);
    const why = isInactive && context.mode === 'disabled' ? disabledText : null;
    const notes = [noted.note, why, more].filter((text) => text !== null);
    const described = { differs: 'looser', note: notes.join('; ') || null } as const;
    outcomes.push(isLoose ? { ...noted, ...described } : noted);
  }
  return outcomes;
}

const disabledText =
  'disabled, as requested for the run; to enforce it, run `migrator settings --migration <id> --settings active`';

/** A ruleset as this organization can have it now: without actors that it lacks, and not in force where checks are unknown. */
async function asPossible(
  context: ApplyContext,
  { ruleset }: NamedRuleset,
  there: ScopedRuleset | null,
): Promise<Feasible> {
  const { ruleset: narrowed, notes } = narrowRuleset(ruleset, await context.organization(), there);
  if (context.mode === 'disabled') {
    return { ruleset: { ...narrowed, enforcement: 'disabled' }, notes, unseen: [] };
  }
  const { enforcement, unseen } = await withSeenChecks(context, narrowed);
  return { ruleset: { ...narrowed, enforcement }, notes, unseen };
}

/** The plan wants it in force, and checks that GitHub has not seen keep it off. */
function isOff({ ruleset }: NamedRuleset, possible: Feasible, { state }: SettingOutcome): boolean {
  const isWanted = ruleset.enforcement === 'active' && possible.ruleset.enforcement !== 'active';
  return isWanted && state !== 'kept';
}

async function decide(
  context: ApplyContext,
  given: RulesetToWrite,
  there: ScopedRuleset | null,
): Promise<Decision> {
  const { name, ruleset, place } = given;
  if (there === null) {
    if (context.given !== null && (await wasCreated(context, name))) {
      return { state: 'kept', note: 'was deleted on GitHub', differs: 'stricter' };
    }
    const note = noteOf(given, null);
    return { write: () => createRuleset(context, given), ...(note === null ? {} : { note }) };
  }
  const { id, isHere } = there;
  if (isHere) await adopt(context, { kind: 'planned-setting', id: idOf(name), targetId: id });
  const difference = differenceOf(ruleset, there);
  if (isEmpty(difference)) return { state: 'equal' };
  const described = inWords(difference);
  const isSame = normalForm(ruleset) === normalForm(there.ruleset) && isEmpty(there.more);
  const isOn = there.ruleset.enforcement === 'active';
  const enforces = isSame && !isOn && ruleset.enforcement === 'active';
  // Neither the plan nor what we wrote has changed it: then the plan has.
  const updates = !isSame && (await isAsWritten(context, given, there));
  // What is in force stays in force, and what somebody has changed stays.
  if (isHere && !enforces && !updates) {
    return { state: 'kept', ...described, found: formOf(there) };
  }
  return {
    ...described,
    async write() {
      if (!isHere) await join(context, given, there);
      if (enforces) await place.enforce(id, ruleset.enforcement);
      try {
        const notes = updates ? await updateRuleset(context, given, there) : given.notes;
        return await readBack(context, { ...given, notes }, id);
      } catch (error) {
        if (!(error instanceof RulesetChanged)) throw error;
        return { state: 'kept', note: 'was changed on GitHub since then' };
      }
    },
  };
}

async function wasCreated({ records }: ApplyContext, name: string): Promise<boolean> {
  const rows = await records.listObjects('planned-setting', idOf(name));
  return rows.some(({ sourceId, targetId }) => sourceId === idOf(name) && targetId !== null);
}

/**
 * Tells whether nobody has changed it since we wrote it, and the plan has: what a host would not keep is not sent
 * again.
 */
async function isAsWritten(
  { records }: ApplyContext,
  { name, ruleset: wanted }: RulesetToWrite,
  { ruleset, more }: ScopedRuleset,
): Promise<boolean> {
  const rows = await records.listObjects('planned-setting', idOf(name));
  const data = rows.find(({ sourceId }) => sourceId === idOf(name))?.data ?? null;
  if (data === repairMark) return true;
  const written = data === null ? null : (JSON.parse(data) as WrittenRuleset | ToRepair);
  if (written !== null && 'repair' in written) return written.repair === formOf({ ruleset, more });
  return (
    written?.found === normalForm(ruleset) && isEmpty(more) && written.asked !== normalForm(wanted)
  );
}

interface ToRepair {
  /** The ruleset as the comparison has found it: a newer one stays. */
  readonly repair: string;
}

/** Marks a ruleset that a repair rewrites as the plan says, in the state of earlier versions. */
const repairMark = 'repair';

/** Marks it to be rewritten, unless somebody changes it before. */
export const rulesetRepair = {
  idOf,
  async mark(records: Pick<RepositoryRecords, 'saveObjectData'>, id: string, found: string) {
    const mark = found === '' ? repairMark : JSON.stringify({ repair: found } satisfies ToRepair);
    await records.saveObjectData('planned-setting', id, mark);
  },
};

/**
 * Takes the repository out of rulesets of the organization that an earlier plan has put it under, once those of this plan are
 * in force.
 */
async function leaveOthers(
  context: ApplyContext,
  wanted: readonly NamedRuleset[],
  outcomes: readonly SettingOutcome[],
): Promise<readonly SettingOutcome[]> {
  const { writer, mode } = context;
  const isDone = outcomes.every(
    ({ state, differs }) => state !== 'refused' && differs !== 'looser',
  );
  if (writer === null || mode !== 'active' || !isDone) return [];
  const names = new Set(wanted.map(({ name }) => idOf(name)));
  const rows = await writer.listObjects('planned-setting', idOf(''));
  const left: SettingOutcome[] = [];
  for (const { sourceId, targetId } of rows) {
    if (names.has(sourceId) || !isOfOrganization(targetId)) continue;
    const named = { kind: 'ruleset', name: sourceId.slice(idOf('').length) } as const;
    try {
      const place = await organizationScope(context, (await context.organization()).ids);
      await place.cover(targetId, false);
      await writer.forgetObjects('planned-setting', [sourceId]);
      left.push(
        outcomeOf(named, { state: 'written', note: 'no longer applies to this repository' }),
      );
    } catch (thrown) {
      left.push(refusedOutcome(named, thrown));
    }
  }
  return left;
}
