import { inParallel } from '../../kernel/async/in-parallel.ts';
import { interrupted, MigratorError } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import type { CreatedObject } from '../../ports/records/migration.ts';
import { forgetPullRequest } from '../reading/cached-source.ts';
import { batchesOf, type NumberedItem } from './context/numbering.ts';
import type { PullRequestContext } from './context/pull-request-context.ts';
import { notedFields } from './fields/fields.ts';
import { applyStates } from './merge/apply-states.ts';
import type { CreatedAs, PreparedPullRequest } from './model/prepared-pull-request.ts';
import {
  descriptionOf,
  type RenamedUnfinished,
  renameUnfinished,
} from './names/rename-unfinished.ts';
import type { NamesOfOne } from './names/rewrite-names.ts';
import { createPullRequest } from './open/create-pull-request.ts';
import { pushOpenings } from './open/push-openings.ts';
import { requestReviewers } from './open/request-reviewers.ts';
import { readOpened, readRecord, toRecordText } from './records/pull-request-record.ts';
import { lacksBranches, mendPullRequest } from './repair/mend-pull-request.ts';
import { type WrittenConversation, writeConversation } from './write/write-conversation.ts';

export interface MigratePullRequests {
  readonly context: PullRequestContext;
  /** Reads these from the source and works out how each is written. */
  readonly prepare: (
    items: readonly NumberedItem[],
    signal: AbortSignal,
  ) => Promise<readonly PreparedPullRequest[]>;
  /** Unfinished items, in the order of numbers. */
  readonly items: readonly NumberedItem[];
  /** Pull requests of an earlier run, by number on the source. */
  readonly known: ReadonlyMap<number, CreatedObject>;
  readonly onDone: (done: number) => void;
}

/** Describes what a batch has come to. */
interface WrittenBatch {
  /** Keys of what the target took nowhere, with its reason. */
  readonly refused: readonly string[];
  readonly names: readonly NamesOfOne[];
}

/**
 * Migrates what is not finished, batch by batch and in the order of numbers; the next batch is read while one is
 * written. Stops between two requests when the run is to end, and can be entered again at any point.
 * @returns what another user map has changed in those that an earlier run had begun
 * @throws `refused` at the end if the target took some comments nowhere
 */
export async function migratePullRequests(
  options: MigratePullRequests,
): Promise<readonly NamesOfOne[]> {
  const { context, items } = options;
  const batches = batchesOf(items);
  const refused: string[] = [];
  const names: NamesOfOne[] = [];
  let done = 0;
  const leaving = new AbortController();
  const signal = AbortSignal.any([context.repository.signal, leaving.signal]);
  let next = start(() => options.prepare(batches[0] ?? [], signal));
  try {
    for (const [index, batch] of batches.entries()) {
      const prepared = await next;
      const following = batches[index + 1];
      if (following !== undefined) next = start(() => options.prepare(following, signal));
      const written = await writeBatch(options, prepared);
      refused.push(...written.refused);
      names.push(...written.names);
      done += batch.length;
      options.onDone(done);
    }
  } finally {
    // Nobody waits for it any more: it must not hold up the end, nor read while the step is entered again.
    leaving.abort(interrupted());
    await next.catch(() => {});
  }
  if (refused.length > 0) throw refusedError(context, refused);
  return names;
}

/** A failure that comes before anybody waits for it is reported when somebody does. */
function start<T>(work: () => Promise<T>): Promise<T> {
  const started = work();
  started.catch(() => {});
  return started;
}

async function writeBatch(
  { context, known }: MigratePullRequests,
  batch: readonly PreparedPullRequest[],
): Promise<WrittenBatch> {
  const unmade = batch.filter(
    ({ number }) => !known.has(number) || lacksBranches(known.get(number)),
  );
  const isFirst = !context.repository.isResumed;
  await context.attachments.push();
  const openable = await pushOpenings(context, unmade, { isFirst });
  const pushed = new Map(openable.map((prepared) => [prepared.number, prepared]));
  const created: CreatedAs[] = [];
  for (const planned of batch) {
    const rendered = pushed.get(planned.number) ?? planned;
    const { number, pullRequest } = rendered;
    // Others have taken the number that a placeholder was to take.
    if (pullRequest === null && !known.has(number) && !context.numbers.isFree(number)) continue;
    context.stopIfDraining();
    const prepared = rendered.shifts < context.numbers.shifts ? rendered.rerender() : rendered;
    const one = await createPullRequest(context, { prepared, known: known.get(number) });
    context.numbers.note({ number, made: one.number });
    warnOfNumber(context, one);
    await mendPullRequest(context, one, known.get(prepared.number));
    created.push(one);
  }
  const concurrency = context.repository.target.limits.concurrentWrites;
  const written = await inParallel(created, { concurrency }, async (one) => {
    const before = known.get(one.prepared.number);
    const conversation = await writeConversation(context, one);
    const renamed = await renameUnfinished(context, one, before);
    const asked = await requestReviewers(context, one, before);
    return { one, conversation, renamed, asked, before };
  });
  const { differences, branches } = await applyStates(context, { created, batch });
  const refused: string[] = [];
  for (const { one, ...outcome } of written) {
    const { number } = one.prepared;
    refused.push(...outcome.conversation.refused.map(({ key, why }) => `${key} (${why})`));
    const difference = differences.get(number) ?? null;
    await saveRecord(context, one, { ...outcome, difference, branches: branches.get(number) });
    if (outcome.conversation.refused.length === 0) await forgetPullRequest(context.cache, number);
  }
  return { refused, names: written.flatMap(({ renamed }) => renamed?.names ?? []) };
}

/** Once: the later ones shift as well, and the state has all of them. */
function warnOfNumber(
  { repository, learned }: PullRequestContext,
  { prepared, number }: CreatedAs,
): void {
  if (number === prepared.number || learned.hasToldOfNumbers) return;
  learned.hasToldOfNumbers = true;
  repository.warn(
    `Pull request ${prepared.number} has number ${number} on the target; status --repository lists source and target numbers`,
  );
}

/** Describes what was written into one pull request. */
interface Outcome {
  readonly conversation: WrittenConversation;
  readonly renamed: RenamedUnfinished | null;
  readonly asked: readonly string[] | null;
  readonly difference: string | null;
  readonly branches: { readonly head: string; readonly base: string } | undefined;
  /** Its row in the state before this run. */
  readonly before: CreatedObject | undefined;
}

async function saveRecord(
  context: PullRequestContext,
  created: CreatedAs,
  outcome: Outcome,
): Promise<void> {
  const { prepared, number } = created;
  const { settings, records } = context.repository;
  const { moved, refused } = outcome.conversation;
  const { before, branches } = outcome;
  const opened = created.isNew || before === undefined ? null : readOpened(before);
  const changes = [...prepared.changes];
  if (number !== prepared.number) changes.push(`its number is ${number}`);
  if (moved.length > 0) changes.push(`${count(moved.length, 'comment')} refused in its place`);
  if (outcome.difference !== null) changes.push(outcome.difference);
  const record = {
    ...notedFields(prepared),
    isDone: refused.length === 0,
    state: prepared.pullRequest?.state ?? null,
    laterState: null,
    changes,
    leftImages: [...prepared.leftImages],
    comments: prepared.comments,
    tasks: prepared.tasks,
    ...(opened?.title && { title: opened.title }),
    body: descriptionOf(created, outcome),
    base: branches?.base ?? prepared.opening.base.branch,
    headBranch: branches?.head ?? prepared.opening.head.branch,
    outcome: outcome.difference === null ? prepared.outcome : ('closed' as const),
    isDraft: wasDraft(context, created, outcome),
    resolved: [...outcome.conversation.resolved],
    userMapVersion: settings.user_map_version,
    asked: outcome.asked === null ? null : [...outcome.asked],
    // An earlier run may have written some of it otherwise: the next sync compares all of it.
    revision: created.isNew ? (prepared.pullRequest?.revision ?? '') : '',
    updatedAt: prepared.pullRequest?.updatedAt ?? '',
    mend: null,
  };
  await records.saveObjectData('pull-request', String(prepared.number), toRecordText(record));
}

/** Of one that an earlier run has made it is known only if it was recorded: the target may take no drafts. */
function wasDraft(
  { learned }: PullRequestContext,
  { prepared, isNew }: CreatedAs,
  { difference, before }: Outcome,
): boolean | null {
  if (prepared.outcome !== 'open' || difference !== null) return null;
  const recorded = before === undefined || isNew ? null : (readRecord(before)?.isDraft ?? null);
  // The source may say otherwise by now.
  if (recorded !== null) return recorded;
  if (!prepared.opening.isDraft) return false;
  return isNew ? learned.hasDrafts : null;
}

function refusedError(
  { repository }: PullRequestContext,
  refused: readonly string[],
): MigratorError {
  const { target, targetFullName } = repository;
  return new MigratorError(
    'refused',
    `${target.hostname} refused ${count(refused.length, 'comment')} of the pull requests of ${targetFullName}`,
    {
      hint: 'Everything else is written. Fix what the host reports and resume: only these are retried.',
      detail: refused.slice(0, 5).join('; '),
    },
  );
}
