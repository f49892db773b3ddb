import { count, firstOf } from '../../../kernel/format/format.ts';
import type { Plan, PlannedRepository } from '../../../plan/plan-schema.ts';
import type { SkippedChange } from '../../../ports/records/run-results.ts';
import type { Store } from '../../../ports/store.ts';
import {
  differencesToPlan,
  findChanges,
  type SeenSettings,
  type SettingsChanges,
  seenSettings,
} from '../../../settings/changes/find-changes.ts';
import { findSeen } from '../../recorded/seen-settings.ts';
import type { FoundSource } from '../publication/find-sources.ts';
import { type ReadSettings, readSettings, type SettingsNow } from './read-settings.ts';

/** Describes what the source has changed in the settings of one repository. */
export interface SettingsComparison {
  /** `null`: not compared. */
  readonly changes: SettingsChanges | null;
  /** Settings to keep once the changes are applied; `null`: the kept ones stay. */
  readonly seen: SeenSettings | null;
  readonly notes: readonly SkippedChange[];
}

export interface CompareSettings extends Omit<ReadSettings, 'repositories'> {
  readonly services: ReadSettings['services'] & { readonly store: Store };
  readonly migration: string;
  /** By slug of the plan. */
  readonly sources: ReadonlyMap<string, FoundSource>;
}

/**
 * Compares the settings of the source with what the last sync has seen, for repositories that have some in the plan. Nothing
 * is written.
 * @returns what was found by slug of the plan, and the plan with the changes
 * @throws what readSettings() throws
 */
export async function compareSettings(
  options: CompareSettings,
): Promise<{ plan: Plan; comparisons: ReadonlyMap<string, SettingsComparison> }> {
  const { plan, migration, sources } = options;
  const { store } = options.services;
  const comparisons = new Map<string, SettingsComparison>();
  const repositories = new Map<string, { planned: PlannedRepository; source: Source }>();
  for (const planned of plan.repositories) {
    const found = sources.get(planned.source);
    if (planned.settings === undefined || found?.kind !== 'found') continue;
    // The restrictions of the lock are none of the source's.
    const lock = await store.listObjects(migration, planned.source, 'source-lock');
    if (lock.length === 0) repositories.set(planned.source, { planned, source: found.repository });
    else comparisons.set(planned.source, notCompared('locked by a cut-over'));
  }
  if (repositories.size === 0) return { plan, comparisons };
  for (const [slug, now] of await readSettings({ ...options, repositories })) {
    const planned = repositories.get(slug)?.planned.settings ?? [];
    const seen = await findSeen(store, { migration, repository: slug });
    comparisons.set(slug, compare(now, { planned, seen }));
  }
  const changed = plan.repositories.map((one) => {
    const planned = comparisons.get(one.source)?.changes?.planned;
    return planned === undefined ? one : { ...one, settings: [...planned] };
  });
  return { plan: { ...plan, repositories: changed }, comparisons };
}

type Source = Extract<FoundSource, { kind: 'found' }>['repository'];
type Planned = NonNullable<PlannedRepository['settings']>;

function notCompared(reason: string): SettingsComparison {
  const text = `not compared: ${reason}`;
  return { changes: null, seen: null, notes: [note(text)] };
}

function note(reason: string): SkippedChange {
  return { kind: 'note', subject: 'settings', reason };
}

/** Pure. */
function compare(
  { settings: now, unread }: SettingsNow,
  { planned, seen }: { planned: Planned; seen: SeenSettings | null },
): SettingsComparison {
  const parts = unread.map(({ part }) => part);
  const current = seenSettings(now, parts);
  // What cannot be read any more is not gone, and what can be read now is not new.
  const lost = unread.find(({ part }) => seen !== null && !seen.unread.includes(part));
  if (lost !== undefined) return notCompared(lost.reason);
  if (seen === null || seen.unread.length > parts.length) {
    return { changes: null, seen: current, notes: firstNotes(now, planned) };
  }
  const changes = findChanges({ now, seen, planned });
  return { changes, seen: current, notes: notesOf(changes) };
}

/** So many are named; a new plan shows all. */
const mostNamed = 3;

function firstNotes(now: SettingsNow['settings'], planned: Planned): readonly SkippedChange[] {
  const differing = differencesToPlan(now, planned);
  if (now.length + differing.length === 0) return [];
  const recorded = count(now.length, 'setting');
  const many = `${recorded} recorded for the first time; the next sync applies changes`;
  if (differing.length === 0) return [note(many)];
  const named = firstOf(differing, mostNamed).join(', ');
  return [note(`${many}; differs from the plan: ${named}`)];
}

function notesOf({ withdrawn, edited, gone }: SettingsChanges): readonly SkippedChange[] {
  const withReason = (all: readonly { readonly source: string }[], reason: string) =>
    all.map(({ source }) => ({ kind: 'note', subject: `setting ${source}`, reason }) as const);
  return [
    ...withReason(gone, 'deleted on Bitbucket and in the plan; GitHub keeps its setting'),
    ...withReason(edited, 'changed on Bitbucket; the edited plan takes precedence'),
    ...withReason(withdrawn, 'the alternative changed; accept it again in the plan'),
  ];
}
