import { change } from '../../journal/change.ts';
import { hasCode } from '../../kernel/errors.ts';
import type { Rule, Ruleset } from '../../ports/records/target-settings.ts';
import type { ApplyContext } from '../applying/apply-context.ts';
import { createOnce, type OnceContext } from '../applying/create-once.ts';
import type { SettingOutcome } from '../applying/setting-outcome.ts';
import { compareRuleset, normalForm, type RulesetDifference } from './compare-ruleset.ts';
import type { RulesetScope, ScopedRuleset } from './ruleset-scope.ts';

/** A ruleset as this organization can have it now. */
export interface Feasible {
  readonly ruleset: Ruleset;
  /** How it falls short of the plan. */
  readonly notes: readonly string[];
  /** Required checks that GitHub has not seen. */
  readonly unseen: readonly string[];
}

export interface RulesetToWrite extends Feasible {
  readonly name: string;
  readonly place: RulesetScope;
}

export const idOf = (name: string) => `ruleset ${name}`;

/** Describes what the state keeps of a ruleset that was written. */
export interface WrittenRuleset {
  readonly asked: string;
  readonly found: string;
}

export async function createRuleset(
  context: ApplyContext,
  given: RulesetToWrite,
): Promise<Partial<SettingOutcome>> {
  const { name, place } = given;
  const find = async () => (await place.list(name)).find((one) => one.name === name) ?? null;
  const made = await withFallbacks(given, async (ruleset) => {
    try {
      return await createOnce(context, {
        kind: 'planned-setting',
        id: idOf(name),
        place: place.name,
        make: () => place.create(name, ruleset),
        // It may be another repository's, which lost its answer as well.
        async find() {
          const there = await find();
          if (there !== null && !there.isHere) await place.cover(there.id, true);
          return there;
        },
      });
    } catch (thrown) {
      // Another repository of this run may have created it a moment ago.
      const there = hasCode(thrown, 'refused') ? await find() : null;
      if (there === null || there.isHere) throw thrown;
      await join(context, given, there);
      return there;
    }
  });
  return readBack(context, { ...given, notes: made.notes }, made.found.id);
}

/** Somebody has changed it since it was compared. */
export class RulesetChanged extends Error {}

/**
 * Rewrites a ruleset that is still the one that was compared, or has been rewritten by a request whose answer was lost.
 * @returns how it falls short of the plan
 * @throws RulesetChanged
 */
export async function updateRuleset(
  context: ApplyContext,
  given: RulesetToWrite,
  there: ScopedRuleset,
): Promise<readonly string[]> {
  const { place, name: rulesetName } = given;
  const { id, ruleset: before } = there;
  const { notes } = await withFallbacks(given, (wanted) => {
    const ruleset: Ruleset =
      before.enforcement === 'active' ? { ...wanted, enforcement: 'active' } : wanted;
    return change({
      context,
      read: () => place.read(id),
      async send(now, isCurrent) {
        const isOurs = formOf(now) === formOf(there) || isEmpty(differenceOf(ruleset, now));
        if (!isOurs) throw new RulesetChanged();
        return place.update(id, { rulesetName, ruleset, isCurrent });
      },
    });
  });
  return notes;
}

/** A ruleset as it is compared with itself later. */
export function formOf({ ruleset, more }: Pick<ScopedRuleset, 'ruleset' | 'more'>): string {
  return `${normalForm(ruleset)} ${JSON.stringify(more)}`;
}

/** Lets one of the organization hold for the repository as well, which the state knows first. */
export async function join(
  context: OnceContext,
  { name, place }: Pick<RulesetToWrite, 'name' | 'place'>,
  { id }: ScopedRuleset,
): Promise<void> {
  await createOnce(context, {
    ...{ kind: 'planned-setting', id: idOf(name), place: place.name },
    async make() {
      await place.cover(id, true);
      return { id };
    },
    // Covering it once more comes to the same.
    find: async () => null,
  });
}

/** Leaves out the part of a ruleset that a host refuses, where the rest is worth having. */
async function withFallbacks(
  given: Feasible,
  write: (ruleset: Ruleset) => Promise<ScopedRuleset>,
): Promise<Feasible & { readonly found: ScopedRuleset }> {
  try {
    return { ...given, found: await write(given.ruleset) };
  } catch (thrown) {
    const other = hasCode(thrown, 'refused') ? withoutRefused(given.ruleset, thrown.message) : null;
    if (other === null) throw thrown;
    const notes = other.why === null ? given.notes : [...given.notes, other.why];
    return withFallbacks({ ...given, ruleset: other.ruleset, notes }, write);
  }
}

/** `null`: nothing of it can be left out. */
function withoutRefused(
  ruleset: Ruleset,
  message: string,
): { readonly ruleset: Ruleset; readonly why: string | null } | null {
  if (ruleset.enforcement === 'evaluate' && /evaluate/i.test(message)) {
    return { ruleset: { ...ruleset, enforcement: 'disabled' }, why: null };
  }
  const people = ruleset.bypass.filter(({ actor }) => actor.kind === 'user');
  if (people.length > 0 && /actor/i.test(message)) {
    const names = people.map(({ actor }) => actor.name).join(', ');
    const bypass = ruleset.bypass.filter(({ actor }) => actor.kind !== 'user');
    const why = `without ${names}: this host does not allow people in rulesets`;
    return { ruleset: { ...ruleset, bypass }, why };
  }
  const rules = ruleset.rules.map(withoutReviewers);
  if (!/reviewer/i.test(message) || rules.every((rule, at) => rule === ruleset.rules[at])) {
    return null;
  }
  const why =
    'this host cannot require team approvals: the same number from anyone with write access';
  return { ruleset: { ...ruleset, rules }, why };
}

/** The rule is in beta: where a host has none, as many approvals are better than none. */
function withoutReviewers(rule: Rule): Rule {
  if (rule.type !== 'pull_request' || rule.reviewers.length === 0) return rule;
  const approvals = Math.max(rule.approvals, ...rule.reviewers.map(({ minimum }) => minimum));
  return { ...rule, approvals, reviewers: [] };
}

/** Reads the ruleset back: the host's form of it decides, not the one that was sent. */
export async function readBack(
  { writer }: Pick<ApplyContext, 'writer'>,
  given: RulesetToWrite,
  id: string,
): Promise<Partial<SettingOutcome>> {
  const { name, ruleset, place } = given;
  const found = await place.read(id);
  const written = { asked: normalForm(ruleset), found: normalForm(found.ruleset) };
  await writer?.saveObjectData('planned-setting', idOf(name), JSON.stringify(written));
  const difference = differenceOf(ruleset, found);
  const note = noteOf(given, found);
  if (isEmpty(difference)) return { note };
  const described = inWords(difference);
  const notes = [note, described.note].filter((text) => text !== null).join('; ');
  return described.differs === 'looser'
    ? { state: 'kept', ...described, note: notes }
    : { differs: 'stricter', note: notes };
}

export function differenceOf(ruleset: Ruleset, found: ScopedRuleset): RulesetDifference {
  const { stricter, looser } = compareRuleset(ruleset, found);
  return { stricter, looser: found.isHere ? looser : ['does not apply here', ...looser] };
}

export function isEmpty({ stricter, looser }: RulesetDifference): boolean {
  return stricter.length + looser.length === 0;
}

export function inWords({ stricter, looser }: RulesetDifference) {
  return {
    note: [...looser, ...stricter].join('; '),
    differs: looser.length > 0 ? 'looser' : 'stricter',
  } as const;
}

const off = { active: 'in force', evaluate: 'only evaluated', disabled: 'disabled' } as const;

/** How it falls short of the plan, for people. */
export function noteOf(
  { notes, unseen }: Feasible,
  there: Pick<ScopedRuleset, 'ruleset'> | null,
): string | null {
  const how = there === null ? 'not in force' : off[there.ruleset.enforcement];
  const isOff = unseen.length > 0 && there?.ruleset.enforcement !== 'active';
  const waits = `${how} until GitHub has seen ${unseen.join(', ')}; then run \`migrator settings --migration <id>\``;
  const all = isOff ? [...notes, waits] : notes;
  return all.length === 0 ? null : all.join('; ');
}
