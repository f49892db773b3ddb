import {
  type Failure,
  hasCode,
  interrupted,
  toFailure,
  toMigratorError,
} from '../../kernel/errors.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { PipelineRun } from '../../ports/pipeline-runner.ts';
import { placeErrors } from '../../secrets/state/put-secret.ts';
import { awaitsValue } from '../entries/entry-metadata.ts';
import { cleanUp } from './clean-up.ts';
import { pipelineName } from './pipeline-definition.ts';
import type { PlannedRepository, PlannedRun } from './pipeline-plan.ts';
import type { PipelineTools } from './pipeline-tools.ts';
import { keepToken, newRecord, type Prepared, prepare } from './prepare-repository.ts';

/** `filled`: all of its entries have a value now. */
export type RunOutcome = 'filled' | 'incomplete' | 'barred' | 'failed' | 'timed-out';

interface RunReport extends PlannedRun {
  readonly slug: string;
  readonly outcome: RunOutcome;
  /** Paths of its entries that have a value now. */
  readonly filled: readonly string[];
  readonly reason: string | null;
  readonly webUrl: string | null;
}

export interface RepositoryReport {
  readonly slug: string;
  readonly runs: readonly RunReport[];
  readonly failure: Failure | null;
  /** Leftovers that could not be removed. */
  readonly leftovers: readonly Failure[];
}

/** Milliseconds that one run is waited for. */
const patience = 10 * 60_000;

/** Failures of one repository; any other ends the run, after the cleanup. */
const repositoryErrors = [...placeErrors, 'ambiguous-write'] as const;

/**
 * Lets the pipelines of one repository write its variables into the vault, and removes everything again, whatever
 * happens. Everything that it creates is recorded first.
 * @throws what concerns all repositories, `interrupted`
 */
export async function runRepository(
  tools: PipelineTools,
  planned: PlannedRepository,
): Promise<RepositoryReport> {
  const { slug } = planned;
  const prepared: Prepared = { record: newRecord(tools, slug), token: null, tokenAt: 0 };
  const runs: RunReport[] = [];
  let thrown: unknown = null;
  await tools.records.save(prepared.record);
  try {
    await prepare(tools, planned, prepared);
    for (const [index, run] of planned.runs.entries()) {
      await keepToken(tools, { slug, run }, prepared);
      runs.push(await runOne(tools, planned, { index, run, branch: prepared.record.branch }));
    }
  } catch (error) {
    thrown = error;
  }
  await waitForLostRequest(tools, thrown);
  const { record, token } = prepared;
  // With the first Ctrl+C there is time for it; the second leaves it to the next start.
  const leftovers = await cleanUp(tools, record, {
    signal: tools.signal,
    ...(token === null ? {} : { token }),
  });
  if (token !== null) tools.redactor.forget(token);
  if (thrown === null) return { slug, runs, failure: null, leftovers };
  if (!hasCode(thrown, ...repositoryErrors)) {
    for (const one of leftovers) tools.say(safe(`warning  ${one.message}`));
    throw toMigratorError(thrown);
  }
  return { slug, runs, failure: toFailure(thrown), leftovers };
}

/** A request without an answer may still be on its way: what it creates can be removed only afterwards. */
async function waitForLostRequest({ clock, settle, signal }: PipelineTools, thrown: unknown) {
  if (!hasCode(thrown, 'ambiguous-write')) return;
  await clock.sleep(settle, signal).catch(() => undefined);
}

async function runOne(
  tools: PipelineTools,
  { slug }: PlannedRepository,
  { index, run, branch }: { index: number; run: PlannedRun; branch: string },
): Promise<RunReport> {
  const { runner, workspace, signal, drain } = tools;
  if (drain.aborted) throw interrupted();
  const repository = { workspace, slug, signal };
  const where = run.environment === null ? slug : `${slug} (${run.environment})`;
  const about = { ...run, slug };
  try {
    const started = await runner.start({ ...repository, branch, pipeline: pipelineName(index) });
    tools.say(safe(`${where}: started ${started.webUrl}`));
    const ended = await watch(tools, repository, started);
    const { webUrl, reason, state } = ended;
    const filled = await findFilled(tools, run);
    const outcome = outcomeOf(state, { filled: filled.length, of: run.values.length });
    return { ...about, outcome, filled, reason, webUrl };
  } catch (thrown) {
    if (!hasCode(thrown, 'refused')) throw thrown;
    const filled = await findFilled(tools, run);
    return { ...about, outcome: 'failed', filled, reason: thrown.message, webUrl: null };
  }
}

function outcomeOf(
  state: PipelineRun['state'],
  { filled, of }: { filled: number; of: number },
): RunOutcome {
  if (filled === of) return 'filled';
  if (state === 'paused') return 'barred';
  if (state === 'running') return 'timed-out';
  return state === 'failed' ? 'failed' : 'incomplete';
}

/** Until it has ended, is paused, or has taken too long; the last two are stopped. */
async function watch(
  { runner, clock, interval, drain }: PipelineTools,
  repository: { workspace: string; slug: string; signal: AbortSignal },
  started: PipelineRun,
): Promise<PipelineRun> {
  const until = clock.now() + patience;
  const signal = AbortSignal.any([repository.signal, drain]);
  let run = started;
  while (run.state === 'running' && clock.now() < until) {
    await clock.sleep(interval, signal).catch(() => {
      throw interrupted();
    });
    run = await runner.read({ ...repository, run: started.id });
  }
  if (run.state === 'running' || run.state === 'paused') {
    await runner.stop({ ...repository, run: started.id });
  }
  return run;
}

/** Asks the vault, not the run: a value that has arrived is a newer version. */
async function findFilled(
  { entries, signal }: PipelineTools,
  run: PlannedRun,
): Promise<readonly string[]> {
  const filled: string[] = [];
  for (const { path } of run.values) {
    const facts = await entries.facts(path, { signal });
    if (facts !== null && !awaitsValue(facts)) filled.push(path);
  }
  return filled;
}
