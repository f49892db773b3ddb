import { adoptAll } from '../../../../journal/intents.ts';
import { once } from '../../../../journal/once.ts';
import { waitUntilVisible } from '../../../../journal/wait-until-visible.ts';
import { MigratorError } from '../../../../kernel/errors.ts';
import type {
  PullRequestRefusal,
  TargetPullRequest,
} from '../../../../ports/pull-request-target.ts';
import type { CreatedObject } from '../../../../ports/records/migration.ts';
import { newestPullRequests } from '../../../actual/find-written.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import { openingRequest } from '../../../diff/pull-requests/fields/fields.ts';
import type { CreatedAs, PreparedPullRequest } from '../../../model/prepared-pull-request.ts';
import { toOpenedText } from '../../../recorded/pull-requests/pull-request-record.ts';
import { textDigest } from '../../../recorded/pull-requests/written-record.ts';
import { journalOf, writingFailure } from '../target/journal-of.ts';
import { pushOpenings } from './push-openings.ts';

/** Milliseconds: branches that were pushed a moment ago may not be seen everywhere. */
const pausesUntilSeen = [1000, 3000, 8000];

/** Milliseconds: of one that is there, because the target refuses another in its place. */
const pausesUntilListed = [1000, 2000, 4000, 8000];

/**
 * Opens one pull request, or finds again what an earlier request has made. What cannot be opened between its own commits is
 * opened between substitutes.
 * @throws MigratorError if the target refuses even that
 */
export async function createPullRequest(
  context: PullRequestContext,
  options: { prepared: PreparedPullRequest; known: CreatedObject | undefined },
): Promise<CreatedAs> {
  let { prepared } = options;
  let known = options.known;
  let hasLooked = false;
  for (let lags = 0; ; ) {
    const outcome = await tryOnce(context, prepared, known);
    if (outcome.kind === 'created') {
      return { prepared, ...outcome, isNew: options.known === undefined && outcome.isNew };
    }
    known = undefined;
    const { why, message } = outcome;
    if (why === 'already-exists' && !hasLooked) {
      hasLooked = true;
      const made = await adoptLate(context, prepared);
      if (made !== null) return { prepared, ...made, isNew: false };
    }
    const pause = pausesUntilSeen[lags];
    if (mayBeLag(why) && pause !== undefined) {
      lags += 1;
      await context.repository.waitingClock.sleep(pause, context.repository.signal);
    } else {
      prepared = await otherwise(context, { prepared, why, message });
      lags = 0;
    }
  }
}

/** A branch that is not seen yet looks like one that is missing, and like one without commits. */
function mayBeLag(why: PullRequestRefusal): boolean {
  return why === 'missing-branch' || why === 'no-commits';
}

type Outcome =
  | { kind: 'created'; number: number; webUrl: string; isNew: boolean }
  | { kind: 'refused'; why: PullRequestRefusal; message: string };

async function tryOnce(
  context: PullRequestContext,
  prepared: PreparedPullRequest,
  known: CreatedObject | undefined,
): Promise<Outcome> {
  const { target, signal, targetName } = context.repository;
  const { writes } = prepared;
  const request = openingRequest(prepared);
  let refused: Outcome = { kind: 'refused', why: 'other', message: '' };
  let isNew = false;
  const made = await once(journalOf(context), {
    kind: 'pull-request',
    id: String(prepared.number),
    failure: writingFailure(context),
    known,
    data: toOpenedText({
      ...{ opened: textDigest(writes.body), rewriting: '' },
      title: textDigest(writes.title),
    }),
    async send() {
      const created = await target.pullRequests.create({
        ...{ ...targetName, ...request, signal },
        isDraft: request.isDraft && context.learned.hasDrafts,
      });
      if (created.kind === 'created') {
        isNew = true;
        return madeOf(created.pullRequest);
      }
      refused = created;
      return null;
    },
    find: async () => findCreated(context, prepared.number),
  });
  if (made === null) return refused;
  return { kind: 'created', number: Number(made.targetId), webUrl: made.targetUrl, isNew };
}

function madeOf({ number, webUrl }: TargetPullRequest) {
  return { targetId: String(number), targetUrl: webUrl };
}

/** Its number on the target is at least what it is on the source. */
async function findCreated(context: PullRequestContext, number: number) {
  for await (const one of newestPullRequests(context, number)) {
    if (context.markers.bears(one.body, `pull-request ${number}`)) return madeOf(one);
  }
  return null;
}

/**
 * It may be ours, made by a request whose answer was lost, and listed later than the settle time lets one expect. Between
 * branches that we alone use it must be.
 */
async function adoptLate(
  context: PullRequestContext,
  { number, opening }: PreparedPullRequest,
): Promise<{ number: number; webUrl: string } | null> {
  const { clock, waitingClock, signal, records } = context.repository;
  await waitUntilVisible(context.repository, clock.now());
  const isOurs = opening.head.kind !== 'existing';
  for (const pause of isOurs ? pausesUntilListed : pausesUntilListed.slice(0, 1)) {
    const found = await findCreated(context, number);
    if (found !== null) {
      await adoptAll(records, 'pull-request', [{ sourceId: String(number), ...found }]);
      return { number: Number(found.targetId), webUrl: found.targetUrl };
    }
    await waitingClock.sleep(pause, signal);
  }
  return null;
}

async function otherwise(
  context: PullRequestContext,
  options: { prepared: PreparedPullRequest; why: PullRequestRefusal; message: string },
): Promise<PreparedPullRequest> {
  const { prepared, why, message } = options;
  const { opening } = prepared;
  if (why === 'drafts-unsupported' && context.learned.hasDrafts) {
    context.learned.hasDrafts = false;
    context.repository.warn(
      'GitHub does not support drafts here: they are opened as ready for review',
    );
    return prepared;
  }
  if (why === 'already-exists' && opening.head.kind === 'existing') {
    const branch = context.branches.kept(prepared.number);
    const head = { ...opening.head, kind: 'kept', branch } as const;
    return pushOne(context, { ...prepared, opening: { ...opening, head } });
  }
  if (prepared.asSubstitute === null || why === 'already-exists')
    throw refusedFor(context, options);
  return pushOne(context, await prepared.asSubstitute(`GitHub refused it (${message})`));
}

async function pushOne(
  context: PullRequestContext,
  prepared: PreparedPullRequest,
): Promise<PreparedPullRequest> {
  const [pushed = prepared] = await pushOpenings(context, [prepared], { isFirst: false });
  return pushed;
}

function refusedFor(
  { repository }: PullRequestContext,
  { prepared, message }: { prepared: PreparedPullRequest; message: string },
): MigratorError {
  const { target, targetFullName } = repository;
  return new MigratorError(
    'refused',
    `${target.hostname} refuses pull request ${prepared.number} in ${targetFullName}`,
    {
      hint: 'Fix what the host reports and resume: later ones wait to keep their numbers.',
      detail: message,
    },
  );
}
