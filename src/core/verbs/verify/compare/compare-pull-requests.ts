import { count } from '../../../kernel/format/format.ts';
import type { TargetPullRequest } from '../../../ports/pull-request-target.ts';
import { differs, fields } from '../../../replica/diff/pull-requests/fields/fields.ts';
import { foundState } from '../../../replica/diff/pull-requests/fields/state.ts';
import { outcomes } from '../../../replica/model/outcomes.ts';
import { lossesKey } from '../../../replica/recorded/pull-requests/pull-request-record.ts';
import { textsDigest } from '../../../replica/recorded/pull-requests/written-record.ts';
import type { Audit, SeenRefs } from '../findings/audit.ts';
import type { Mismatch } from '../findings/finding-collector.ts';
import {
  type KnownPullRequest,
  type KnownRepository,
  writeId,
} from '../findings/known-repository.ts';
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
  const written = new Set(known.writes.map(writeId));
  const unfinished = new Set(known.unfinished);
  if (unfinished.size > 0) {
    collector.note(
      `Not finished, so not compared: ${count(known.unfinished.length, 'pull request')}`,
    );
  }
  for await (const page of target.pullRequests.list({ ...name, signal })) {
    for (const actual of page) {
      const expected = pullRequests.get(actual.number);
      if (expected !== undefined) {
        there.add(actual.number);
        const compared = { expected, actual, refs };
        const found = [...fieldDefects(audit, compared), ...importLosses(audit, expected, written)];
        reportLaterState(audit, compared);
        collector.compare(itemOf(expected), found);
      } else if (!unfinished.has(actual.number) && !isOwnRequest(known, actual)) {
        const item = itemOf({ target: actual.number, url: actual.webUrl });
        collector.add('added-since', item, `has since been opened: ${actual.title}`);
      }
    }
  }
  for (const expected of pullRequests.values()) {
    if (!there.has(expected.target)) collector.compare(itemOf(expected), [isGone]);
  }
  return there;
}

/** Lists what was different from the first moment on: no request sets authors and times, but a comment can say them. */
function importLosses(
  { collector }: Audit,
  pullRequest: KnownPullRequest,
  written: ReadonlySet<string>,
): readonly Mismatch[] {
  const { source: number, record } = pullRequest;
  const mismatches: Mismatch[] = [];
  for (const { text: message, key: lost } of record.losses) {
    const key = lost ?? lossesKey;
    if (!written.has(writeId({ pullRequest, key })))
      mismatches.push({ message, repair: { what: 'write', number, key }, isLoss: true });
    else {
      const told = lost === null ? 'a comment now says so' : 'since restored';
      const advice =
        lost === null
          ? 'Nothing to do: the comment has what the importer lost.'
          : 'Nothing to do: it is on GitHub again.';
      collector.add('expected', itemOf(pullRequest), `${message}; ${told}`, advice);
    }
  }
  return mismatches;
}

/** Where its answer was lost, its marker shows it. */
function isOwnRequest(
  { requests, baseline, markers }: KnownRepository,
  { number, head, body }: TargetPullRequest,
): boolean {
  return requests.some((own) => {
    if (own.number !== null) return number === own.number;
    const { branch, subject } = own.request;
    const isOfBranch = baseline.requestBranches[branch]?.ref === `refs/heads/${head.branch}`;
    return isOfBranch && markers.bears(body, subject);
  });
}

const isGone: Mismatch = {
  message: 'no longer exists',
  advice:
    "only the host's staff can delete a pull request, and its number is never reused. By hand: ask the host's support why it was deleted; the original is still on Bitbucket.",
};

/** A pull request as an item; the source has none for a placeholder. */
export function itemOf({
  target,
  url,
  source,
  record,
}: Pick<KnownPullRequest, 'target' | 'url'> & Partial<KnownPullRequest>) {
  const isAdded = record?.state === null;
  const kind = isAdded ? 'added-pull-request' : 'pull-request';
  const onSource = source === undefined || isAdded ? {} : { sourceNumber: source };
  return { kind, name: `#${target}`, url, ...onSource } as const;
}

interface Compared {
  readonly expected: KnownPullRequest;
  readonly actual: TargetPullRequest;
  readonly refs: SeenRefs | null;
}

function fieldDefects(audit: Audit, { expected, actual, refs }: Compared): Mismatch[] {
  const { known, target, collector } = audit;
  const { record, source: number } = expected;
  const found = { record, onTarget: actual };
  const keepsNames = audit.isMapLost && namesByMap(actual.body, target.webUrl);
  const defects: Mismatch[] = [];
  for (const field of fields.filter((one) => differs(one, found))) {
    const beside = {
      sourceRefs: known.baseline.refs?.refs ?? null,
      movedRefs: refs?.moved ?? new Set<string>(),
      hasMarker: known.markers.bears(actual.body, `pull-request ${number}`),
    };
    const difference = field.describe({ ...found, beside });
    if (difference === null) continue;
    const { message, advice, adviceWithoutMap, isOfSource = false } = difference;
    if (isOfSource) collector.add('changed-on-source', itemOf(expected), message);
    else if (advice !== undefined) defects.push({ message, advice });
    else if (field.repair === 'state') defects.push({ message, repair: { what: 'state', number } });
    else if (!keepsNames)
      defects.push({ message, repair: { what: 'texts', number, found: textsDigest(actual) } });
    else if (adviceWithoutMap !== undefined) defects.push({ message, advice: adviceWithoutMap });
    else collector.add('expected', itemOf(expected), keptNames);
  }
  return defects;
}

function reportLaterState({ collector }: Audit, { expected, actual }: Compared): void {
  const { state, laterState } = expected.record;
  if (laterState === null) return;
  const found = foundState(actual);
  const rest = found === outcomes[laterState] ? '' : `; it stays ${found} on GitHub`;
  const message = `is ${laterState} on Bitbucket now; it was ${state}${rest}`;
  collector.add('changed-on-source', itemOf(expected), message);
}
