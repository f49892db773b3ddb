import { hasCode } from '../../../kernel/errors.ts';
import type { FoundRuleset, Rule, Ruleset } from '../../../ports/records/target-settings.ts';
import {
  compareRuleset,
  normalForm,
  type RulesetDifference,
} from '../../../settings/compare/compare-ruleset.ts';
import { type NamedRuleset, rulesetPrefix } from '../../../settings/compare/wanted-settings.ts';
import { adopt, createOnce } from '../create-once.ts';
import { type Decision, perform, type SettingOutcome } from '../setting-outcome.ts';
import type { SettingsContext } from '../settings-context.ts';
import { approvalsOfOthers, narrowRuleset } from './narrow-ruleset.ts';
import { withSeenChecks } from './seen-checks.ts';

export function rulesetName({ name }: NamedRuleset) {
  return { kind: 'ruleset', name } as const;
}

const idOf = (name: string) => `ruleset ${name}`;

/** The rulesets of the plan. One that somebody has changed stays as it is and is reported. */
export async function applyRulesets(
  context: SettingsContext,
  wanted: readonly NamedRuleset[],
): Promise<readonly SettingOutcome[]> {
  const { target, targetName, signal } = context;
  const { ids } = await context.organization();
  const place = { ...targetName, signal };
  const port = target.settings.repository;
  const found = context.isNew
    ? []
    : await port.listRulesets({ ...place, prefix: rulesetPrefix, ids });
  const outcomes: SettingOutcome[] = [];
  for (const one of wanted) {
    const there = found.find(({ name }) => name === one.name) ?? null;
    const feasible = await asPossible(context, one, there);
    const decision = await decide(context, { ...feasible, name: one.name, there });
    const outcome = await perform(context, rulesetName(one), decision);
    const noted = outcome.state === 'equal' ? { ...outcome, note: feasible.note } : outcome;
    const more = approvalsOfOthers(feasible.ruleset, await context.organization());
    const isLoose = outcome.state !== 'refused' && (more !== null || isOff(one, feasible, outcome));
    const told = {
      differs: 'looser',
      note: noteOf([noted.note ?? [], more ?? []].flat()),
    } as const;
    outcomes.push(isLoose ? { ...noted, ...told } : noted);
  }
  return outcomes;
}

interface Feasible {
  readonly ruleset: Ruleset;
  /** How it falls short of the plan. */
  readonly note: string | null;
}

/** A ruleset as this organization can have it now: without actors that it lacks, and disabled where checks are unknown. */
async function asPossible(
  context: SettingsContext,
  { ruleset }: NamedRuleset,
  there: FoundRuleset | null,
): Promise<Feasible> {
  const { ruleset: narrowed, notes } = narrowRuleset(ruleset, await context.organization(), there);
  if (context.mode === 'disabled') {
    return { ruleset: { ...narrowed, enforcement: 'disabled' }, note: noteOf(notes) };
  }
  const { enforcement, note } = await withSeenChecks(context, narrowed);
  return {
    ruleset: { ...narrowed, enforcement },
    note: noteOf(note === null ? notes : [...notes, note]),
  };
}

function noteOf(notes: readonly string[]): string | null {
  return notes.length === 0 ? null : notes.join('; ');
}

/** The plan wants it in force, and checks that GitHub has not seen keep it off. */
function isOff({ ruleset }: NamedRuleset, possible: Feasible, { state }: SettingOutcome): boolean {
  const isWanted = ruleset.enforcement === 'active' && possible.ruleset.enforcement === 'disabled';
  return isWanted && state !== 'kept';
}

interface Deciding extends Feasible {
  readonly name: string;
  readonly there: FoundRuleset | null;
}

async function decide(context: SettingsContext, given: Deciding): Promise<Decision> {
  const { name, there, ruleset, note } = given;
  const noted = note === null ? {} : { note };
  if (there === null) return { write: () => create(context, given), ...noted };
  await adopt(context, { kind: 'planned-setting', id: idOf(name), targetId: there.id });
  const difference = compareRuleset(ruleset, there);
  if (isEmpty(difference)) return { state: 'equal' };
  const isSame = normalForm(ruleset) === normalForm(there.ruleset) && isEmpty(there.more);
  if (isSame && ruleset.enforcement === 'active') {
    return { write: () => enforce(context, given, there), note: 'is disabled', differs: 'looser' };
  }
  // What is in force stays in force.
  if (isSame) return { state: 'kept', note: 'is active', differs: 'stricter' };
  const told = inWords(difference);
  // Neither the plan nor what we wrote has changed it: then the plan has.
  if (await isAsWritten(context, given, there)) {
    return { write: () => update(context, given, there), ...told };
  }
  return { state: 'kept', ...told };
}

/** Whether nobody has changed it since we wrote it, and the plan has: what a host would not keep is not sent again. */
async function isAsWritten(
  { records }: SettingsContext,
  wanted: NamedRuleset,
  { ruleset, more }: FoundRuleset,
): Promise<boolean> {
  const id = idOf(wanted.name);
  const rows = await records.listObjects('planned-setting', id);
  const data = rows.find(({ sourceId }) => sourceId === id)?.data ?? null;
  if (data === repairMark) return true;
  const written = data === null ? null : (JSON.parse(data) as WrittenRuleset);
  return (
    written?.found === normalForm(ruleset) &&
    isEmpty(more) &&
    written.asked !== normalForm(wanted.ruleset)
  );
}

/** What the state keeps of a ruleset that was written. */
interface WrittenRuleset {
  readonly asked: string;
  readonly found: string;
}

/** Marks a ruleset that a repair rewrites as the plan says, even if somebody has changed it. */
export const repairMark = 'repair';

async function create(context: SettingsContext, given: Deciding) {
  const { target, targetName, targetFullName, signal } = context;
  const { name } = given;
  const { ids } = await context.organization();
  const port = target.settings.repository;
  const place = { ...targetName, signal };
  const made = await withFallbacks(given, (ruleset) =>
    createOnce(context, {
      kind: 'planned-setting',
      id: idOf(name),
      place: targetFullName,
      make: () => port.createRuleset({ ...place, rulesetName: name, ruleset, ids }),
      async find() {
        const all = await port.listRulesets({ ...place, prefix: name, ids });
        return all.find((one) => one.name === name) ?? null;
      },
    }),
  );
  return readBack(context, given, { id: made.found.id, note: made.note });
}

async function update(context: SettingsContext, given: Deciding, found: FoundRuleset) {
  const { id } = found;
  const { target, targetName, signal } = context;
  const { ids } = await context.organization();
  const place = { ...targetName, signal, id, rulesetName: given.name, ids };
  const made = await withFallbacks(given, (ruleset) =>
    target.settings.repository.updateRuleset({
      ...place,
      ruleset:
        found.ruleset.enforcement === 'active' ? { ...ruleset, enforcement: 'active' } : ruleset,
    }),
  );
  return readBack(context, given, { id, note: made.note });
}

async function enforce(context: SettingsContext, given: Deciding, { id }: FoundRuleset) {
  const { target, targetName, signal } = context;
  const enforcement = given.ruleset.enforcement;
  await target.settings.repository.enforceRuleset({ ...targetName, id, enforcement, signal });
  return readBack(context, given, { id, note: given.note });
}

/** What a host refuses of a ruleset is left out, where the rest is worth having. */
async function withFallbacks(
  { ruleset, note }: Feasible,
  write: (ruleset: Ruleset) => Promise<FoundRuleset>,
): Promise<{ found: FoundRuleset; note: string | null }> {
  try {
    return { found: await write(ruleset), note };
  } catch (thrown) {
    const other = hasCode(thrown, 'refused') ? withoutRefused(ruleset, thrown.message) : null;
    if (other === null) throw thrown;
    const why = note === null ? other.why : `${note}; ${other.why}`;
    return withFallbacks({ ruleset: other.ruleset, note: why }, write);
  }
}

/** `null`: nothing of it can be left out. */
function withoutRefused(ruleset: Ruleset, message: string) {
  const people = ruleset.bypass.filter(({ actor }) => actor.kind === 'user');
  if (people.length > 0 && /actor/i.test(message)) {
    const names = people.map(({ actor }) => actor.name).join(', ');
    const bypass = ruleset.bypass.filter(({ actor }) => actor.kind !== 'user');
    const why = `without ${names}: this host lets rulesets name no people`;
    return { ruleset: { ...ruleset, bypass }, why };
  }
  const rules = ruleset.rules.map(withoutReviewers);
  if (!/reviewer/i.test(message) || rules.every((rule, at) => rule === ruleset.rules[at])) {
    return null;
  }
  const why = 'this host requires no approvals of teams: as many from anybody with write access';
  return { ruleset: { ...ruleset, rules }, why };
}

/** The rule is in beta: where a host has none, as many approvals are better than none. */
function withoutReviewers(rule: Rule): Rule {
  if (rule.type !== 'pull_request' || rule.reviewers.length === 0) return rule;
  const approvals = Math.max(rule.approvals, ...rule.reviewers.map(({ minimum }) => minimum));
  return { ...rule, approvals, reviewers: [] };
}

/** What the host has made of it decides, not what was sent. */
async function readBack(
  context: SettingsContext,
  { name, ruleset, note: before }: Deciding,
  { id, note }: { id: string; note: string | null },
): Promise<Partial<SettingOutcome>> {
  const { target, targetName, signal, writer } = context;
  const { ids } = await context.organization();
  const found = await target.settings.repository.readRuleset({ ...targetName, id, ids, signal });
  const written = { asked: normalForm(ruleset), found: normalForm(found.ruleset) };
  await writer?.saveObjectData('planned-setting', idOf(name), JSON.stringify(written));
  const difference = compareRuleset(ruleset, found);
  if (isEmpty(difference)) return { note: note ?? before };
  const told = inWords(difference);
  const notes = [note, told.note].filter((text) => text !== null).join('; ');
  return told.differs === 'looser'
    ? { state: 'kept', ...told, note: notes }
    : { differs: 'stricter', note: notes };
}

function isEmpty({ stricter, looser }: RulesetDifference): boolean {
  return stricter.length + looser.length === 0;
}

function inWords({ stricter, looser }: RulesetDifference) {
  return {
    note: [...looser, ...stricter].join('; '),
    differs: looser.length > 0 ? 'looser' : 'stricter',
  } as const;
}
