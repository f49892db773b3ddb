import type { SettingsPart, SourceSettings } from '../../ports/records/source-settings.ts';
import type { SettingOutcome } from '../applying/setting-outcome.ts';
import { access } from './access.ts';
import { autolinks } from './autolinks.ts';
import { deployKeys } from './deploy-keys.ts';
import type { AppliedKind, KindSetting, SetPart, SettingKind, SourcePart } from './kind.ts';
import { labels } from './labels.ts';
import { merging } from './merging.ts';
import { projectProperty } from './project-property.ts';
import { codeOwners, reviewers } from './reviewers.ts';
import { rules } from './rules.ts';
import { webhooks } from './webhooks.ts';

/** In the order of a plan. */
const rows = [
  rules,
  access,
  reviewers,
  webhooks,
  deployKeys,
  autolinks,
  labels,
  merging,
  codeOwners,
  projectProperty,
] as const;

/** Besides rules, in the order in which they are applied within their phase. */
const appliedRows = [merging, autolinks, webhooks, projectProperty, deployKeys, access] as const;

type PartsOf<Row> = Row extends { readonly sets: infer Parts } ? (parts: Parts) => void : never;
type AllParts = PartsOf<(typeof rows)[number]> extends (parts: infer Parts) => void ? Parts : never;

/** The settings of one repository on the target. */
export type TargetSettings = {
  readonly [Key in keyof AllParts]: AllParts[Key] extends SetPart<infer T> ? T : never;
};

export type MappedSetting = KindSetting<TargetSettings>;

/** Describes what one setting adds. */
export type SettingSet = MappedSetting['set'];

type Row = Omit<SettingKind<TargetSettings>, 'sets'>;

export const kinds: readonly Row[] = rows;

export const appliedKinds: readonly AppliedKind<Omit<TargetSettings, 'rulesets'>>[] =
  appliedRows.flatMap(({ applied }) => applied ?? []);

/** @returns `undefined` for what is no kind of the table, as teams */
export function findApplied(kind: string): Row['applied'] {
  return kinds.find(({ applied }) => applied?.kind === kind)?.applied;
}

/** Tells whether a setting is there and does less than the plan wants, as its note says. Pure. */
export function fallsShort({ kind, state, note, differs }: SettingOutcome): boolean {
  const isThere = state === 'equal' || state === 'written';
  const isNoted = isThere && note !== null && differs !== 'stricter';
  return isNoted && findApplied(kind)?.notesShortfalls === true;
}

/** Finds the row of a kind in a plan. */
export function findPlanned(kind: string): Row | undefined {
  return kinds.find(({ planned }) => planned.includes(kind));
}

/** @throws TypeError for a part that no row has */
export function sourcePart<Part extends SettingsPart>(
  part: Part,
): SourcePart<SourceSettings[Part]> {
  const found = kinds.map(({ parts }) => parts[part]).find((one) => one !== undefined);
  if (found === undefined) throw new TypeError(`no kind of settings reads ${part}`);
  return found;
}

export const setParts: AllParts = Object.assign({}, ...rows.map(({ sets }) => sets));
const partEntries = Object.entries(setParts) as [keyof TargetSettings, SetPart<unknown>][];

/** Several settings together. Pure. */
export function combineSets(sets: readonly SettingSet[]): TargetSettings {
  return ofEachPart((part, key) =>
    part.join(sets.map((set) => set[key]).filter((one) => one !== undefined)),
  );
}

/** Leaves out what is on the target once, however often it is wanted. Pure. */
export function distinctSettings(settings: TargetSettings): TargetSettings {
  return ofEachPart((part, key) => part.distinct?.(settings[key]) ?? settings[key]);
}

/** The teams that a setting names. Pure. */
export function teamsIn(set: SettingSet): readonly string[] {
  return partEntries.flatMap(([key, part]) =>
    set[key] === undefined ? [] : (part.teams?.(set[key]) ?? []),
  );
}

function ofEachPart(
  valueFor: (part: SetPart<unknown>, key: keyof TargetSettings) => unknown,
): TargetSettings {
  const values = partEntries.map(([key, part]) => [key, valueFor(part, key)]);
  return Object.fromEntries(values) as TargetSettings;
}
