import { exportsArchives } from '../../choices/engine.ts';
import { toFailure, toMigratorError } from '../../kernel/errors.ts';
import { count, formatDuration } from '../../kernel/format/format.ts';
import type { TimedEvent } from '../../ports/records/events.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import { storedOptions, storedPlan } from '../../replica/context/stored-plan.ts';
import { failureText } from '../../report/failure-lines.ts';
import type { EndCheck } from '../../report/proof.ts';
import type { RunState } from '../../report/run/run-state.ts';
import type { MigrateOutcome } from '../../run/preflight/migrate-request.ts';
import { countOf } from '../../verbs/verify/findings/difference.ts';
import { forecastRequests } from '../../verbs/verify/forecast-requests.ts';
import type { App } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { compareIfFree, recordOf, repositoryLine } from '../comparison/compare-now.ts';
import { proofOfRecord } from '../comparison/record/proof.ts';

/** More requests than this are sent only when somebody asks for them. */
const mostRequests = 1000;
/** Milliseconds of one wait for a host after which nobody waits on. */
const longestWait = 60_000;

interface CheckAtEnd {
  readonly app: App;
  readonly program: CommandProgram;
  readonly services: MigrationServices;
  readonly outcome: MigrateOutcome;
  readonly run: () => RunState;
}

/** Compares at the end of a run that a person watches. */
export interface EndChecker {
  /** Gets every event of the command: a long wait ends the comparison. */
  readonly accept: (event: TimedEvent) => void;
  /** @returns `null` where there is nothing to compare, or nobody watches */
  readonly check: (given: CheckAtEnd) => Promise<EndCheck | null>;
}

export function createEndChecker(): EndChecker {
  let stop: ((why: string) => void) | null = null;
  return {
    accept(event) {
      if (event.type !== 'waiting' || event.until - event.at < longestWait) return;
      stop?.(`${event.host} would make it wait for ${formatDuration(event.until - event.at)}`);
    },
    async check(given) {
      const migration = await comparable(given);
      if (migration === null) return null;
      const { app, services, run } = given;
      const plan = storedPlan(migration);
      const withSettings = new Set(
        plan.repositories.flatMap(({ source, settings = [] }) =>
          settings.length > 0 ? [source] : [],
        ),
      );
      const requests = forecastRequests(
        [...run().repositories.values()].map(({ source, pullRequests }) => ({
          pullRequests: pullRequests?.total ?? 0,
          comments: pullRequests?.comments ?? 0,
          hasSettings: withSettings.has(source),
        })),
      );
      const why = tooExpensive(requests, await app.budgets(), services.target.hostname);
      if (why !== null) return { kind: 'not-yet', why };
      const skip = new AbortController();
      stop = (reason) => skip.abort(reason);
      try {
        return await compared(given, { migration, requests, skip });
      } finally {
        stop = null;
        app.showComparison(null);
      }
    },
  };
}

/** The migration, where it is on the target and a person watches. */
async function comparable({ app, program, services, outcome }: CheckAtEnd) {
  if (!app.isLive || program.drain.aborted || outcome.kind !== 'finished') return null;
  const { stoppedBy, counts, isContinued = false } = outcome;
  if (stoppedBy !== null || isContinued || counts.succeeded === 0) return null;
  const migration = await services.store.findMigration(outcome.migration);
  if (migration === null) return null;
  return exportsArchives(storedOptions(migration)) ? null : migration;
}

/** Why it is left to the person; `null`: it is not. Pure. */
function tooExpensive(
  requests: number,
  budgets: Awaited<ReturnType<App['budgets']>>,
  host: string,
): string | null {
  const many = count(requests, 'request');
  if (requests > mostRequests) return `it takes about ${many} to GitHub`;
  const short = budgets.find(
    ({ host: of, name, used, limit }) =>
      of === host && name === 'requests an hour' && limit - used < requests,
  );
  if (short === undefined) return null;
  const left = Math.max(0, short.limit - short.used);
  return `it takes about ${many}, and GitHub allows ${left.toLocaleString('en-US')} more this hour`;
}

async function compared(
  { app, program, services, run }: CheckAtEnd,
  {
    migration,
    requests,
    skip,
  }: {
    readonly migration: NonNullable<Awaited<ReturnType<typeof comparable>>>;
    readonly requests: number;
    readonly skip: AbortController;
  },
): Promise<EndCheck> {
  const total = run().repositories.size;
  let [done, all, equal, defects] = [0, 0, 0, 0];
  const current = new Set<string>();
  const show = () =>
    app.showComparison({
      ...{ done, total, current: [...current], compared: all, equal, defects, requests },
      skip: () => skip.abort('you skipped it'),
    });
  show();
  const common = { app, program, services, migration };
  try {
    const found = await compareIfFree({
      ...common,
      reread: null,
      signal: AbortSignal.any([program.stop, program.drain, skip.signal]),
      follower: {
        ...{ begun() {}, ended() {} },
        entered(source) {
          current.add(source);
          show();
        },
      },
      onRepository(findings) {
        const counts = countOf(findings);
        current.delete(findings.source);
        done += 1;
        all += counts.compared;
        equal += counts.equal;
        defects += counts.defects;
        app.logLine(repositoryLine(findings));
        show();
      },
    });
    return { kind: 'verified', proof: proofOfRecord(await recordOf(found, common)) };
  } catch (thrown) {
    if (skip.signal.aborted) return { kind: 'not-yet', why: String(skip.signal.reason) };
    if (program.drain.aborted || program.stop.aborted) {
      return { kind: 'not-yet', why: 'it was interrupted' };
    }
    // The run is done: that it could not be compared is no failure of it.
    return { kind: 'not-yet', why: failureText(toFailure(toMigratorError(thrown))) };
  }
}
