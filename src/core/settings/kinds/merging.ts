import * as z from 'zod';
import { defineDocument } from '../../journal/document.ts';
import type { FoundMerging, MergeFlags } from '../../ports/records/target-settings.ts';
import type { ApplyContext } from '../applying/apply-context.ts';
import { createOnce } from '../applying/create-once.ts';
import { perform, type SettingOutcome } from '../applying/setting-outcome.ts';

export const mergingName = { kind: 'merging', name: 'ways to merge' } as const;

export const mergingId = 'merging';

/**
 * In the state: a repair may set them again, unless somebody has changed them since they were found so. An earlier version
 * kept `true`.
 */
export const mergingToRewrite = defineDocument(
  'planned-setting',
  'rewrite-merging',
  z.union([z.boolean(), z.object({ found: z.string() })]),
);

interface Wanted {
  readonly flags: MergeFlags | null;
  readonly autoMerge: boolean;
}

/** The ways to merge, set once: what somebody changes later stays, until a repair. */
export async function applyMerging(
  context: ApplyContext,
  wanted: Wanted,
): Promise<readonly SettingOutcome[]> {
  const { target, targetName, signal } = context;
  const port = target.settings.repository;
  const found = await port.readMerging({ ...targetName, signal });
  const differences = differencesOf(wanted, found);
  if (differences.length === 0) return [await perform(context, mergingName, { state: 'equal' })];
  const note = textOf(differences);
  const kept = {
    state: 'kept',
    note,
    differs: sideOf(differences),
    found: textOf(stateOf(found)),
  } as const;
  const rows = await context.records.listObjects('planned-setting');
  const known = rows.find(({ sourceId }) => sourceId === mergingId);
  if (known !== undefined && known.targetId !== null) {
    return [await perform(context, mergingName, kept)];
  }
  // A new repository allows all of them (its REST reference): others have chosen what is off.
  const repair = mergingToRewrite.among(rows) ?? false;
  const isRepair = repair === true || (repair !== false && repair.found === kept.found);
  const isNew = repair === false && words.every(([key]) => found[key]);
  if (!isRepair && !isNew && known === undefined) {
    return [await perform(context, mergingName, kept)];
  }
  const outcome = await perform(context, mergingName, {
    note,
    async write() {
      const { flags, autoMerge } = wanted;
      const change = { ...(flags === null ? {} : { flags }), ...(autoMerge ? { autoMerge } : {}) };
      const { now } = await createOnce(context, {
        ...{ kind: 'planned-setting', id: mergingId, place: context.targetFullName },
        make: async () => ({
          id: mergingId,
          now: await port.updateMerging({ ...targetName, ...change, signal }),
        }),
        // Setting it once more comes to the same.
        find: async () => null,
      });
      const left = differencesOf(wanted, now);
      return left.length === 0
        ? undefined
        : { state: 'kept', note: textOf(left), differs: sideOf(left) };
    },
  });
  return [outcome];
}

const words = [
  ['mergeCommit', 'merge commits'],
  ['squash', 'squash merges'],
  ['rebase', 'rebase merges'],
] as const;

/** Returns all ways to merge as they are. */
function stateOf(found: FoundMerging): Difference[] {
  return words.map(([key, text]) => ({
    text: `${text} are ${found[key] ? 'on' : 'off'}`,
    isMore: found[key],
  }));
}

interface Difference {
  readonly text: string;
  /** It is on, and the plan has it off. */
  readonly isMore: boolean;
}

function differencesOf({ flags, autoMerge }: Wanted, found: FoundMerging): Difference[] {
  const differing = words.filter(([key]) => flags !== null && flags[key] !== found[key]);
  const isAutoMissing = autoMerge && found.autoMerge !== true;
  const auto = found.autoMerge === null ? 'the host has no auto-merge' : 'auto-merge is off';
  return [
    ...differing.map(([key, text]) => ({
      text: `${text} are ${found[key] ? 'on' : 'off'}`,
      isMore: found[key],
    })),
    ...(isAutoMissing ? [{ text: auto, isMore: false }] : []),
  ];
}

function textOf(differences: readonly Difference[]): string {
  return differences.map(({ text }) => text).join(', ');
}

function sideOf(differences: readonly Difference[]): 'looser' | 'stricter' {
  return differences.some(({ isMore }) => isMore) ? 'looser' : 'stricter';
}
