import { count } from '../../../kernel/format/format.ts';
import { serviceName } from '../../../ports/credentials/host-service.ts';
import { gradesInOrder } from '../../../settings/compare/settings-summary.ts';
import type { Grade } from '../../../settings/mapping/item.ts';
import type {
  Difference,
  ItemKind,
  RepositoryFindings,
  Verdict,
  Verification,
} from '../../../verbs/verify/findings/difference.ts';
import {
  missingOf,
  type Outcome,
  outcomeOf,
  unverifiedOf,
} from '../../../verbs/verify/findings/outcome.ts';
import { arePlannedApplied, doPlannedWait } from '../../../verbs/verify/findings/planned-notes.ts';

export const kindWords: Readonly<Record<ItemKind, string>> = {
  repository: 'repository',
  setting: 'setting',
  branch: 'branch',
  tag: 'tag',
  'lfs-object': 'LFS object',
  'pull-request': 'pull request',
  'added-branch': 'branch',
  'added-pull-request': 'placeholder',
  review: 'review',
  'review-comment': 'review',
  comment: 'conversation',
  'added-comment': 'conversation',
  thread: 'thread',
};

/** The same for people who count: how one is called, and all. */
export const kindNames: Readonly<Record<ItemKind, readonly [one: string, all: string]>> = {
  repository: ['Repository', 'Repositories'],
  branch: ['Branch', 'Branches'],
  tag: ['Tag', 'Tags'],
  'lfs-object': ['LFS object', 'LFS objects'],
  setting: ['Setting', 'Settings on GitHub'],
  'pull-request': ['Pull request', 'Pull requests'],
  'added-branch': ['Branch', 'Branches added by migrator'],
  'added-pull-request': ['Placeholder', 'Placeholders added by migrator'],
  review: ['Review', 'Reviews'],
  'review-comment': ['Comment', 'Comments'],
  comment: ['Comment', 'Comments'],
  'added-comment': ['Comment', 'Comments added by migrator'],
  thread: ['Thread', 'Resolved threads'],
};

export const verdictTitles: Readonly<Record<Verdict, string>> = {
  defect: 'Defects',
  'not-applied': 'Settings not fully applied',
  'by-hand': 'Settings to set up by hand',
  'left-behind': 'Still on Bitbucket',
  'changed-on-source': 'Changed on Bitbucket since',
  'added-since': 'Added since',
  expected: 'Expected differences',
};

/** Says what there is where there are no defects. Pure. */
export function noDefectsText({ counts }: Pick<Verification, 'counts'>): string {
  const { expected, notApplied, byHand, leftBehind, addedSince, changedOnSource } = counts;
  if (notApplied + byHand + leftBehind > 0) return 'No defects';
  const known = expected + addedSince + changedOnSource;
  return known > 0 ? 'No unexpected differences' : 'No differences';
}

/** Says of each verdict but defects how many items have it, what is to do first. Pure. */
export function otherCounts({ counts }: Pick<Verification, 'counts'>): readonly string[] {
  const { expected, notApplied, byHand, leftBehind, addedSince, changedOnSource } = counts;
  const texts = [
    [notApplied, `${count(notApplied, 'setting')} not fully applied`],
    [byHand, `${count(byHand, 'setting')} to set up by hand`],
    [leftBehind, `${count(leftBehind, 'item')} still on Bitbucket`],
    [changedOnSource, `${changedOnSource.toLocaleString('en-US')} changed on Bitbucket since`],
    [addedSince, `${addedSince.toLocaleString('en-US')} added since`],
    [expected, count(expected, 'expected difference')],
  ] as const;
  return texts.flatMap(([many, text]) => (many > 0 ? [text] : []));
}

/** Returns what is neither migrated nor compared. */
export function notCarried({ repositories }: Pick<Verification, 'repositories'>): string {
  // Of one that was not compared nobody knows.
  const hasSettings = repositories.some(
    ({ settings, unverified }) => settings.length > 0 || unverified !== null,
  );
  const settings = hasSettings ? '' : 'permissions, branch restrictions, webhooks, keys, ';
  return `Neither migrated nor compared: ${settings}build results, pipeline variables, issues, wikis, refs beyond branches and tags.`;
}

/** A grade of the plan; `planned` where nothing has applied it yet. */
export type SettledGrade = Grade | 'planned';

/** Counts planned settings by grade, each with whom GitHub is stricter than. Pure. */
export function gradeCounts(
  repositories: readonly Pick<RepositoryFindings, 'settings' | 'notes'>[],
): readonly { readonly grade: SettledGrade; readonly text: string }[] {
  const all = repositories.flatMap(({ settings, notes }) => {
    const areApplied = arePlannedApplied(notes);
    return settings.map(({ grade }) => (areApplied || grade === 'none' ? grade : 'planned'));
  });
  return ([...gradesInOrder, 'planned'] as const).flatMap((grade) => {
    const many = all.filter((one) => one === grade).length;
    return many === 0
      ? []
      : [{ grade, text: `${many.toLocaleString('en-US')} ${gradeTexts[grade]}` }];
  });
}

const gradeTexts: Readonly<Record<SettledGrade, string>> = {
  looser: 'looser than on Bitbucket',
  none: 'by hand',
  stricter: 'stricter than on Bitbucket',
  exact: 'as on Bitbucket',
  planned: 'planned',
};

/** A line about settings that wait for the cut-over; none where nothing waits. Pure. */
export function waitingText({ repositories }: Pick<Verification, 'repositories'>): string[] {
  const waits = repositories.some(
    ({ settings, notes }) => settings.length > 0 && doPlannedWait(notes),
  );
  return waits ? ['Settings not compared: they wait for the cut-over'] : [];
}

/** The first words of every report. */
export function headlineOf(result: Verification): { outcome: Outcome; text: string } {
  const outcome = outcomeOf(result);
  const texts: Readonly<Record<Outcome, () => string>> = {
    'not-complete': () => notComplete(result),
    defects: () => 'Differences found',
    unverified: () => notVerified(result) ?? '',
    'nothing-compared': () => 'Nothing was compared: every repository was skipped or rolled back',
    verified: () => verifiedText(result),
  };
  return { outcome, text: texts[outcome]() };
}

function verifiedText({ repositories }: Verification): string {
  const away = repositories.filter(({ rolledBack }) => rolledBack === true).length;
  if (away === 0) return 'Verified';
  const many = count(repositories.length, 'repository', 'repositories');
  return `Verified ${repositories.length - away} of ${many}, ${away} rolled back`;
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
  if (status === 'cancelled') return `Not complete: cancelled, and ${of} ${verb} not migrated`;
  return `Not complete: ${of} ${verb} not migrated yet`;
}

/** A team is in the organization, whichever repository it was found with. Pure. */
export function isOfOrganization({ kind, name }: Pick<Difference, 'kind' | 'name'>): boolean {
  return kind === 'setting' && name.startsWith('Team ');
}

/** Stands for a repository where an item is the organization's. */
export const organizationName = 'Organization';

/** Names the owner of an item, for people. Pure. */
export function ownerOf(source: string, item: Pick<Difference, 'kind' | 'name'>): string {
  return isOfOrganization(item) ? organizationName : source;
}

export function remedyOf({ verdict, repair, advice }: Difference): string | null {
  if (verdict === 'expected' || verdict === 'added-since') return null;
  if (verdict !== 'defect') return advice;
  return repair === null ? advice : '--repair fixes it.';
}

export function requestsText({ requests }: Verification): string {
  const byService = Map.groupBy(requests.hosts, serviceName);
  const parts = [...byService].map(([name, hosts]) => {
    const many = hosts.reduce((sum, one) => sum + one.requests, 0);
    return `${count(many, 'request')} to ${name}`;
  });
  const lists = requests.refLists === 0 ? [] : [`${count(requests.refLists, 'ref list')} from git`];
  const all = [...parts, ...lists];
  return all.length === 0 ? 'no requests' : all.join(', ');
}

export function whereText({ source, target }: Verification): string {
  return `${source.workspace} -> ${target.host}/${target.organization}`;
}
