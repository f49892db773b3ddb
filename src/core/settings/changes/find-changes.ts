import type { SettingsPart } from '../../ports/records/source-settings.ts';
import { digest } from '../digest.ts';
import { findPlanned } from '../kinds/kinds.ts';
import type { PlannedSetting } from '../plan/planned-settings.ts';

/** A repository's settings on the source when they were compared last. What is set is kept as a digest: it may hold secrets. */
export interface SeenSettings {
  /** Parts that could not be read. */
  readonly unread: readonly SettingsPart[];
  /** By the id of the setting. */
  readonly items: ReadonlyMap<string, SeenSetting>;
}

interface SeenSetting {
  /** Its name on the source, for people. */
  readonly source: string;
  /** Of the setting with all that it becomes. */
  readonly all: string;
  /** Of what it sets, as a plan has it before people edit it. */
  readonly set: string;
}

export interface SettingsChanges {
  /** New or changed on the source, as the plan has them now. */
  readonly changed: readonly PlannedSetting[];
  /** Of those: the plan accepted something looser, and that offer has changed. */
  readonly withdrawn: readonly PlannedSetting[];
  /** Changed on the source, but people have edited them in the plan or taken them out of it, which counts. */
  readonly edited: readonly PlannedSetting[];
  /** No longer on the source, and not in the plan any more; with the name of the setting there. */
  readonly gone: readonly Pick<PlannedSetting, 'id' | 'source'>[];
  /** The settings of the plan with these changes. */
  readonly planned: readonly PlannedSetting[];
}

/** Pure. */
export function seenSettings(
  now: readonly PlannedSetting[],
  unread: readonly SettingsPart[],
): SeenSettings {
  const items = new Map(
    now.map((one) => [one.id, { source: one.source, all: digestOf(one), set: setDigest(one) }]),
  );
  return { unread, items };
}

function digestOf({ source, grade, set, looser }: PlannedSetting): string {
  return digest(JSON.stringify([source, grade, set, looser?.set ?? null]));
}

function setDigest({ set }: PlannedSetting): string {
  return digest(JSON.stringify(set));
}

/**
 * Finds what the source has changed since its settings were compared last, and what a plan then says of them.
 * @param options.now what they become now, by the rules of the plan; nothing in it is accepted
 * @param options.planned the settings of the plan, perhaps edited by people
 */
export function findChanges({
  now,
  seen,
  planned,
}: {
  now: readonly PlannedSetting[];
  seen: SeenSettings;
  planned: readonly PlannedSetting[];
}): SettingsChanges {
  const before = new Map(planned.map((one) => [one.id, one]));
  const differing = now.filter((one) => seen.items.get(one.id)?.all !== digestOf(one));
  const edited = differing.filter((one) => isEdited(one, { seen, planned: before.get(one.id) }));
  const taken = differing.filter((one) => !edited.includes(one));
  const changed = taken.map((one) => withAccepted(one, before.get(one.id)));
  const withdrawn = changed.filter(
    ({ id, accept }) => accept === undefined && before.get(id)?.accept !== undefined,
  );
  const there = new Set(now.map(({ id }) => id));
  const gone = [...seen.items]
    .filter(([id]) => !there.has(id))
    .map(([id, { source }]) => ({ id, source }));
  const isGone = new Set(gone.map(({ id }) => id));
  const byId = new Map(changed.map((one) => [one.id, one]));
  return {
    ...{ changed, withdrawn, edited, gone },
    planned: [
      ...planned.filter(({ id }) => !isGone.has(id)).map((one) => byId.get(one.id) ?? one),
      ...changed.filter(({ id }) => !before.has(id)),
    ],
  };
}

/**
 * Tells whether the plan says neither what was seen last nor what the source wants now: an ended run may have put that
 * there.
 */
function isEdited(
  now: PlannedSetting,
  { seen, planned }: { seen: SeenSettings; planned: PlannedSetting | undefined },
): boolean {
  const last = seen.items.get(now.id);
  if (planned === undefined) return last !== undefined;
  const set = setDigest(planned);
  return set !== last?.set && set !== setDigest(now);
}

/** Keeps an acceptance only of the offer that people have read: another one needs it again. */
function withAccepted(now: PlannedSetting, before: PlannedSetting | undefined): PlannedSetting {
  const isSame = JSON.stringify(before?.looser?.set) === JSON.stringify(now.looser?.set);
  return before?.accept !== undefined && now.looser !== null && isSame
    ? { ...now, accept: before.accept }
    : now;
}

/** Names on the source of settings that a plan has not, or not so; reported once, when nothing was compared yet. Pure. */
export function differencesToPlan(
  now: readonly PlannedSetting[],
  planned: readonly PlannedSetting[],
): readonly string[] {
  const before = new Map(planned.map(({ id, source }) => [id, source]));
  const there = new Set(now.map(({ id }) => id));
  return [
    ...now.filter(({ id, source }) => before.get(id) !== source).map(({ source }) => source),
    // Keys of Jira that were seen in texts alone are not looked for again.
    ...planned
      .filter(({ id, kind }) => !findPlanned(kind)?.isSeenInTexts && !there.has(id))
      .map(({ source }) => source),
  ];
}
