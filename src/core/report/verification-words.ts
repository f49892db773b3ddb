import type { Difference, ItemKind, Verdict, Verification } from '../verification/difference.ts';
import { count } from './format.ts';

/** The words that the reports of a verification share; every form escapes them for itself. */

export const kindWords: Readonly<Record<ItemKind, string>> = {
  repository: 'repository',
  setting: 'setting',
  branch: 'branch',
  tag: 'tag',
  'lfs-object': 'LFS object',
  'pull-request': 'pull request',
  review: 'review',
  'review-comment': 'review',
  comment: 'conversation',
  thread: 'thread',
};

export const verdictTitles: Readonly<Record<Verdict, string>> = {
  defect: 'Defects',
  'changed-on-source': 'Changed on the source since',
  'added-since': 'Added since',
  expected: 'Expected differences',
};

export const verdicts = Object.keys(verdictTitles) as readonly Verdict[];

/** What comes over with no migration, so that nothing looks for it here. */
export const notCarried =
  'Not carried, and not compared: permissions, branch restrictions, webhooks, deploy keys, build results, pipelines variables, issues, wikis and other refs than branches and tags.';

export function remedyOf({ verdict, mend, advice }: Difference): string | null {
  if (verdict !== 'defect') return null;
  return mend === null ? advice : '--repair mends it.';
}

export function requestsText({ requests }: Verification): string {
  const parts = requests.hosts.map(
    ({ host, requests: many }) => `${count(many, 'request')} to ${host}`,
  );
  const lists =
    requests.refLists === 0 ? [] : [`${count(requests.refLists, 'list')} of refs by git`];
  const all = [...parts, ...lists];
  return all.length === 0 ? 'no request' : all.join(', ');
}

export function whereText({ source, target }: Verification): string {
  return `${source.workspace} -> ${target.host}/${target.organization}`;
}
