import { count } from '../../../kernel/format/format.ts';
import {
  type Difference,
  type ItemKind,
  missingOf,
  type Outcome,
  outcomeOf,
  unverifiedOf,
  type Verdict,
  type Verification,
} from '../../../verbs/verify/findings/difference.ts';

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

/** The same for people who count: how one is called, and all. */
export const kindNames: Readonly<Record<ItemKind, readonly [one: string, all: string]>> = {
  repository: ['Repository', 'Repositories'],
  branch: ['Branch', 'Branches'],
  tag: ['Tag', 'Tags'],
  'lfs-object': ['LFS object', 'LFS objects'],
  setting: ['Setting', 'Settings'],
  'pull-request': ['Pull request', 'Pull requests'],
  review: ['Review', 'Reviews'],
  'review-comment': ['Comment', 'Comments'],
  comment: ['Comment', 'Comments'],
  thread: ['Thread', 'Resolved threads'],
};

export const verdictTitles: Readonly<Record<Verdict, string>> = {
  defect: 'Defects',
  'changed-on-source': 'Changed on Bitbucket since',
  'added-since': 'Added since',
  expected: 'Expected differences',
};

export const verdicts = Object.keys(verdictTitles) as readonly Verdict[];

/** Returns what is neither migrated nor compared. */
export function notCarried({ repositories }: Pick<Verification, 'repositories'>): string {
  const hasSettings = repositories.some(({ settings }) => settings.length > 0);
  const settings = hasSettings ? '' : 'permissions, branch restrictions, webhooks, keys, ';
  return `Neither migrated nor compared: ${settings}build results, pipeline variables, issues, wikis, refs beyond branches and tags.`;
}

/** The first words of every report. */
export function headlineOf(result: Verification): { outcome: Outcome; text: string } {
  const outcome = outcomeOf(result);
  const texts: Readonly<Record<Outcome, () => string>> = {
    'not-complete': () => notComplete(result),
    defects: () => 'Compared',
    unverified: () => notVerified(result) ?? '',
    'nothing-compared': () => 'Nothing was compared: every repository was skipped or rolled back',
    verified: () => 'Verified',
  };
  return { outcome, text: texts[outcome]() };
}

/** `null` where every repository was compared. */
export function notVerified({ repositories }: Verification): string | null {
  const without = unverifiedOf(repositories).length;
  if (without === 0) return null;
  return `Not verified: ${without} of ${count(repositories.length, 'repository', 'repositories')}`;
}

function notComplete({ repositories, status }: Verification): string {
  const missing = missingOf(repositories);
  const of = `${missing} of ${count(repositories.length, 'repository', 'repositories')}`;
  const verb = missing === 1 ? 'is' : 'are';
  if (status === 'cancelled') return `Not complete: cancelled, and ${of} ${verb} missing`;
  return `Not complete: ${of} ${verb} missing`;
}

export function remedyOf({ verdict, repair, advice }: Difference): string | null {
  if (verdict !== 'defect') return null;
  return repair === null ? advice : '--repair fixes it.';
}

export function requestsText({ requests }: Verification): string {
  const parts = requests.hosts.map(
    ({ host, requests: many }) => `${count(many, 'request')} to ${host}`,
  );
  const lists =
    requests.refLists === 0 ? [] : [`${count(requests.refLists, 'list')} of refs through git`];
  const all = [...parts, ...lists];
  return all.length === 0 ? 'no requests' : all.join(', ');
}

export function whereText({ source, target }: Verification): string {
  return `${source.workspace} -> ${target.host}/${target.organization}`;
}
