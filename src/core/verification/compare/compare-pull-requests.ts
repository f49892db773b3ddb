import { count } from '../../kernel/format/format.ts';
import { textDigest, textsDigest } from '../../migration/pull-requests/records/written-record.ts';
import { settingsSubject } from '../../migration/settings/request/settings-request.ts';
import type { TargetPullRequest } from '../../ports/pull-request-target.ts';
import { type Audit, type SeenRefs, shortHash } from '../findings/audit.ts';
import type { Defect } from '../findings/finding-collector.ts';
import type { KnownPullRequest, KnownRepository } from '../findings/known-repository.ts';
import { keptNames, namesByMap } from './lost-user-map.ts';

/**
 * Every pull request, a hundred a request.
 * @returns numbers on the target of those that are there
 */
export async function comparePullRequests(
  audit: Audit,
  refs: SeenRefs | null,
): Promise<ReadonlySet<number>> {
  const { target, name, known, collector, signal } = audit;
  const { pullRequests } = known;
  const there = new Set<number>();
  const unfinished = new Set(known.unfinished);
  if (unfinished.size > 0) {
    collector.note(
      `Not finished and not compared: ${count(known.unfinished.length, 'pull request')}`,
    );
  }
  for await (const page of target.pullRequests.list({ ...name, signal })) {
    for (const actual of page) {
      const expected = pullRequests.get(actual.number);
      if (expected !== undefined) {
        there.add(actual.number);
        const compared = { expected, actual, refs };
        const found = [
          textDefects(audit, compared),
          stateDefects(compared),
          commitDefects(audit, compared),
        ];
        tellLaterState(audit, compared);
        collector.compare(itemOf(expected), found.flat());
      } else if (!unfinished.has(actual.number) && !isSettingsRequest(known, actual)) {
        const item = itemOf({ target: actual.number, url: actual.webUrl });
        collector.tell('added-since', item, `was opened since: ${actual.title}`);
      }
    }
  }
  for (const expected of pullRequests.values()) {
    if (!there.has(expected.target)) collector.compare(itemOf(expected), [isGone]);
  }
  return there;
}

/** Where its answer was lost, its marker shows it. */
function isSettingsRequest(
  { settingsRequest, baseline, markers }: KnownRepository,
  { number, head, body }: TargetPullRequest,
): boolean {
  if (settingsRequest !== null) return number === settingsRequest;
  const isOfBranch = baseline.settingsBranch?.ref === `refs/heads/${head.branch}`;
  return isOfBranch && markers.bears(body, settingsSubject);
}

const isGone: Defect = {
  message: 'no longer exists',
  advice:
    "only the host's staff can delete a pull request, and its number is never reused. By hand: ask the host's support why it was deleted; the original is still on the source.",
};

export function itemOf({ target, url }: Pick<KnownPullRequest, 'target' | 'url'>) {
  return { kind: 'pull-request', name: `#${target}`, url } as const;
}

interface Compared {
  readonly expected: KnownPullRequest;
  readonly actual: TargetPullRequest;
  readonly refs: SeenRefs | null;
}

function textDefects(audit: Audit, { expected, actual }: Compared): Defect[] {
  const { known, target, collector } = audit;
  const { record, source: number } = expected;
  const keepsNames = audit.isMapLost && namesByMap(actual.body, target.webUrl);
  const mend = { what: 'texts', number, found: textsDigest(actual) } as const;
  const defects: Defect[] = [];
  if (record.title !== '' && textDigest(actual.title) !== record.title) {
    // The description is set back with it.
    const remedy = keepsNames ? { advice: titleAlone } : { mend };
    defects.push({ message: `has a different title: ${actual.title}`, ...remedy });
  }
  const digest = textDigest(actual.body);
  // A run that was broken off may have sent its edit, or not.
  if (record.body === '' || digest === record.body || digest === record.rewriting) return defects;
  if (keepsNames) {
    collector.tell('expected', itemOf(expected), keptNames);
    return defects;
  }
  const hasMarker = known.markers.bears(actual.body, `pull-request ${number}`);
  const message = hasMarker
    ? 'has a different description'
    : 'has a different description, without our marker';
  return [...defects, { message, mend }];
}

const titleAlone =
  'its description would lose the names of an unknown user map. By hand: change the title back on its page.';

const cannotUndo =
  'a merge cannot be undone, and a pull request without its branches cannot be reopened. By hand: check it, and revert the merge if you do not want it.';

/** States that the target may give to a pull request, by its state on the source. */
const outcomes = {
  open: 'open',
  merged: 'merged',
  declined: 'closed',
  superseded: 'closed',
} as const;

function tellLaterState({ collector }: Audit, { expected, actual }: Compared): void {
  const { state, laterState } = expected.record;
  if (laterState === null) return;
  const found = foundState(actual);
  const rest = found === outcomes[laterState] ? '' : `; it stays ${found} on the target`;
  const message = `is ${laterState} on the source now; it was ${state}${rest}`;
  collector.tell('changed-on-source', itemOf(expected), message);
}

function foundState({ isMerged, state }: TargetPullRequest): 'open' | 'merged' | 'closed' {
  return isMerged ? 'merged' : state;
}

function stateDefects({ expected, actual }: Compared): Defect[] {
  const { outcome, laterState } = expected.record;
  const found = foundState(actual);
  // A push of what was merged on the source merges it on the target as well.
  if (laterState !== null && found === outcomes[laterState]) return [];
  if (found === outcome) return draftDefects({ expected, actual });
  const message = `is ${found}; it was ${outcome}`;
  const canBeMended = found === 'open' || (found === 'closed' && outcome === 'open');
  return canBeMended
    ? [{ message, mend: { what: 'state', number: expected.source } }]
    : [{ message, advice: cannotUndo }];
}

function draftDefects({ expected, actual }: Pick<Compared, 'expected' | 'actual'>): Defect[] {
  const { isDraft } = expected.record;
  if (isDraft === null || actual.state !== 'open' || actual.isDraft === isDraft) return [];
  const [is, was] = isDraft
    ? ['is ready for review', 'it was opened as a draft']
    : ['is a draft', 'it was opened as ready for review'];
  return [
    {
      message: `${is}; ${was}`,
      advice:
        'changing it notifies people. By hand: change it back on its page if you do not want it.',
    },
  ];
}

function commitDefects(
  { known, collector }: Audit,
  { expected, actual, refs }: Compared,
): Defect[] {
  const { record } = expected;
  const defects: Defect[] = [];
  const isMoved = record.head !== '' && actual.head.commit !== record.head;
  const branch = `refs/heads/${actual.head.branch}`;
  const isOfSource = known.baseline.refs?.refs.get(branch) === actual.head.commit;
  if (isMoved && isOfSource) {
    const message = `is at ${shortHash(actual.head.commit)}, like its branch on the source now; it was opened at ${shortHash(record.head)}`;
    collector.tell('changed-on-source', itemOf(expected), message);
  }
  // Of an open one whose branch was pushed to, the branch is the defect.
  if (isMoved && !isOfSource && !(actual.state === 'open' && refs?.moved.has(branch))) {
    defects.push({
      message: `is at ${shortHash(actual.head.commit)}; it was opened at ${shortHash(record.head)}`,
      advice:
        'someone pushed to its branch, and migrator never removes pushed commits. By hand: restore the branch with git push --force-with-lease if you do not want them.',
    });
  }
  if (record.base !== '' && actual.base.branch !== record.base) {
    defects.push({
      message: `goes to ${actual.base.branch}; it went to ${record.base}`,
      advice:
        'changing it would change the diff under review. By hand: select its base branch on its page.',
    });
  }
  return defects;
}
