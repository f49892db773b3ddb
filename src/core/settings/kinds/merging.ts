import * as z from 'zod';
import { defineDocument } from '../../journal/document.ts';
import type { MergeStrategies } from '../../ports/records/source-settings.ts';
import type { FoundMerging, MergeFlags } from '../../ports/records/target-settings.ts';
import type { ApplyContext } from '../applying/apply-context.ts';
import { createOnce } from '../applying/create-once.ts';
import { perform, type SettingOutcome } from '../applying/setting-outcome.ts';
import type { KindSetting, SettingKind } from './kind.ts';
import { text } from './schemas.ts';

const mergingName = { kind: 'merging', name: 'ways to merge' } as const;

const mergingId = 'merging';

/**
 * In the state: a repair may set them again, unless somebody has changed them since they were found so. An earlier version
 * kept `true`.
 */
const mergingToRewrite = defineDocument(
  'planned-setting',
  'rewrite-merging',
  z.union([z.boolean(), z.object({ found: z.string() })]),
);

interface Sets {
  readonly flags: MergeFlags | null;
  /** A merge check of the source has it on. */
  readonly autoMerge: boolean;
}

/** The ways to merge. */
export const merging: SettingKind<Sets> = {
  parts: {
    strategies: {
      title: 'merge strategies',
      schema: z
        .object({ enabled: z.array(text), standard: text.nullable() })
        .nullable()
        .default(null)
        .describe('Merge methods for the default branch.'),
    },
  },
  planned: ['merge-strategies'],
  map: ({ settings: { strategies } }) => (strategies === null ? [] : [mapStrategies(strategies)]),
  sets: {
    flags: {
      schema: z
        .strictObject({ mergeCommit: z.boolean(), squash: z.boolean(), rebase: z.boolean() })
        .nullable(),
      join: (all) => all.find((flags) => flags !== null) ?? null,
    },
    autoMerge: { schema: z.boolean(), join: (all) => all.includes(true) },
  },
  costs: (wanted) =>
    isWanted(wanted) ? { reads: 1, writes: 1, creating: 0 } : { reads: 0, writes: 0, creating: 0 },
  applied: {
    kind: mergingName.kind,
    phase: 'first',
    named: (wanted) => (isWanted(wanted) ? [mergingName] : []),
    apply: applyMerging,
    repair: {
      idOf: () => mergingId,
      async mark(records, id, found) {
        await records.forgetObjects('planned-setting', [id]);
        await mergingToRewrite.save(records, found === '' ? true : { found });
      },
    },
  },
};

function isWanted({ flags, autoMerge }: Sets): boolean {
  return flags !== null || autoMerge;
}

const asMergeCommit = ['merge_commit', 'no-ff', 'ff'];
const asSquash = ['squash', 'squash_fast_forward', 'squash-ff-only'];
const asRebase = [
  'fast_forward',
  'rebase_fast_forward',
  'rebase_merge',
  'ff-only',
  'rebase-no-ff',
  'rebase-ff-only',
];
/** The result is the same on GitHub. */
const same = ['merge_commit', 'no-ff', 'squash', 'squash-ff-only', 'squash_fast_forward'];

/** Turns on the ways to merge that are alike. Pure. */
function mapStrategies({ enabled, standard }: MergeStrategies): KindSetting<Sets> {
  const has = (ids: readonly string[]) => enabled.some((id) => ids.includes(id));
  const flags = { mergeCommit: has(asMergeCommit), squash: has(asSquash), rebase: has(asRebase) };
  const names = [
    ...(flags.mergeCommit ? ['merge commit'] : []),
    ...(flags.squash ? ['squash'] : []),
    ...(flags.rebase ? ['rebase'] : []),
  ];
  const described = {
    id: 'strategies',
    kind: 'merge-strategies',
    source: enabled.join(', '),
    target: names.join(', '),
    looser: null,
  } as const;
  if (names.length === 0) {
    const why = 'GitHub has none of these merge methods.';
    return { item: { ...described, grade: 'none', why }, set: { flags: null } };
  }
  if (enabled.every((id) => same.includes(id))) {
    const why =
      standard === null || enabled.length === 1
        ? 'The same merge methods.'
        : 'The same merge methods; GitHub has no default among them.';
    return { item: { ...described, grade: 'exact', why }, set: { flags } };
  }
  const why = 'GitHub has no fast-forward merges: a rebase there rewrites commits.';
  return { item: { ...described, grade: 'stricter', why }, set: { flags } };
}

/** The ways to merge, set once: what somebody changes later stays, until a repair. */
async function applyMerging(
  context: ApplyContext,
  wanted: Sets,
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

function differencesOf({ flags, autoMerge }: Sets, found: FoundMerging): Difference[] {
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
