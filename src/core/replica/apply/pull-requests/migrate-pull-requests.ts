import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { interrupted, MigratorError } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import { batchesOf, type NumberedItem } from '../../context/pull-requests/numbering.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import type { CreatedAs, PreparedPullRequest } from '../../model/prepared-pull-request.ts';
import { forgetPullRequest } from '../../reading/cached-source.ts';
import { recordToRepair } from '../../recorded/pull-requests/keep-record.ts';
import { applyStates } from './merge/apply-states.ts';
import { createPullRequest } from './open/create-pull-request.ts';
import { pushOpenings } from './open/push-openings.ts';
import { requestReviewers } from './open/request-reviewers.ts';
import { saveMigrated } from './save-migrated.ts';
import { lacksBranches, type NamesOfOne, renameBegun, repairBegun } from './update/update-begun.ts';
import type { Updated } from './update/update-pull-request.ts';
import { writeConversation } from './write/write-conversation.ts';

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
  /** Called after each, with how many are done; the last of a batch once all of it is kept. */
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
      const written = await writeBatch(options, {
        batch: prepared,
        ...counting(options, prepared, done),
      });
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

interface Batch {
  readonly batch: readonly PreparedPullRequest[];
  readonly onWritten: (one: CreatedAs) => void;
  readonly onMerged: () => void;
}

/** Counts each pull request when its texts are written, or when it is merged where that takes a request for each. */
function counting(
  { context, onDone }: MigratePullRequests,
  batch: readonly PreparedPullRequest[],
  before: number,
): Omit<Batch, 'batch'> {
  const isSlow = context.repository.learned.marksMerges === false;
  let done = 0;
  const count = () => {
    done += 1;
    if (done < batch.length) onDone(before + done);
  };
  return {
    onWritten({ prepared }) {
      if (!isSlow || prepared.outcome !== 'merged') count();
    },
    onMerged() {
      if (isSlow) count();
    },
  };
}

async function writeBatch(
  { context, known }: MigratePullRequests,
  { batch, onWritten, onMerged }: Batch,
): Promise<WrittenBatch> {
  const unmade = batch.filter(
    ({ number }) => !known.has(number) || lacksBranches(known.get(number)),
  );
  const isFirst = !context.repository.isResumed;
  await context.attachments.push();
  const openable = await pushOpenings(context, unmade, { isFirst });
  const pushed = new Map(openable.map((prepared) => [prepared.number, prepared]));
  const created: CreatedAs[] = [];
  const repairs = new Map<number, Updated>();
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
    const repaired = await repairBegun(context, one, known.get(number));
    if (repaired !== null) repairs.set(number, repaired);
    created.push(one);
  }
  const concurrency = context.repository.target.limits.concurrentWrites;
  const written = await inParallel(created, { concurrency }, async (one) => {
    const { number } = one.prepared;
    const before = known.get(number);
    const repaired = repairs.get(number) ?? null;
    const conversation = await writeConversation(context, one);
    const options = { object: before, repaired: repaired !== null };
    const renamed = await renameBegun(context, one, options);
    const asked = await requestReviewers(context, one, before);
    onWritten(one);
    return { one, conversation, renamed, updated: renamed ?? repaired, asked, before };
  });
  const states = await applyStates(context, { ...toEnd({ created, batch }, known), onMerged });
  const refused: string[] = [];
  for (const { one, ...migrated } of written) {
    refused.push(...migrated.conversation.refused.map(({ key, why }) => `${key} (${why})`));
    await saveMigrated(context, one, migrated, states);
    if (migrated.conversation.refused.length === 0)
      await forgetPullRequest(context.cache, one.prepared.number);
  }
  const names = written.flatMap(({ one, renamed }) =>
    renamed === null
      ? []
      : [
          {
            number: one.prepared.number,
            isChanged: renamed.isChanged,
            skipped: renamed.skippedTexts,
          },
        ],
  );
  return { refused, names };
}

type BatchToEnd = Pick<Parameters<typeof applyStates>[1], 'created' | 'batch'>;

/** A repair leaves to a sync what has another state on the source by now. Pure. */
function toEnd({ created, batch }: BatchToEnd, known: MigratePullRequests['known']): BatchToEnd {
  const stays = ({ number, outcome }: PreparedPullRequest) => {
    const record = recordToRepair(known.get(number));
    return record !== null && record.outcome !== outcome;
  };
  return {
    created: created.filter(({ prepared }) => !stays(prepared)),
    batch: batch.filter((prepared) => !stays(prepared)),
  };
}

/** Once: the later ones shift as well, and the state has all of them. */
function warnOfNumber(
  { repository, learned }: PullRequestContext,
  { prepared, number }: CreatedAs,
): void {
  if (number === prepared.number || learned.hasToldOfNumbers) return;
  learned.hasToldOfNumbers = true;
  repository.warn(
    `Pull request ${prepared.number} has number ${number} on GitHub; status --repository lists both numbers`,
  );
}

function refusedError(
  { repository }: PullRequestContext,
  refused: readonly string[],
): MigratorError {
  const { target, targetFullName } = repository;
  return new MigratorError(
    'refused',
    `${target.hostname} refused ${count(refused.length, 'comment')} of the pull requests in ${targetFullName}`,
    {
      hint: 'Everything else has been written. Fix what the host reports and resume: only these are retried.',
      detail: refused.slice(0, 5).join('; '),
    },
  );
}
