import type { MergeStrategies } from '../../ports/records/source-settings.ts';
import type { MergeFlags } from '../../ports/records/target-settings.ts';
import type { SettingItem } from './item.ts';

export interface MappedStrategies {
  readonly item: SettingItem;
  readonly flags: MergeFlags | null;
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

/** The ways to merge. Pure. */
export function mapStrategies({ enabled, standard }: MergeStrategies): MappedStrategies {
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
    const why = 'GitHub has none of these ways to merge.';
    return { item: { ...described, grade: 'none', why }, flags: null };
  }
  if (enabled.every((id) => same.includes(id))) {
    const why =
      standard === null || enabled.length === 1
        ? 'The same ways to merge.'
        : 'The same ways to merge; GitHub has no default among them.';
    return { item: { ...described, grade: 'exact', why }, flags };
  }
  const why = 'GitHub has no fast-forward merges: a rebase there rewrites commits.';
  return { item: { ...described, grade: 'stricter', why }, flags };
}
