import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { ControlRequest } from '../../ports/state/shared-run.ts';
import type { Store } from '../../ports/store.ts';
import { limitedBy } from '../../report/estimate/throughput.ts';
import { linesOf } from '../../report/lines.ts';
import { outputOptions } from '../../report/output-options.ts';
import type { Theme } from '../../report/reporter.ts';
import { readLiveSnapshot } from '../../report/run/live-snapshot-file.ts';
import type { RunState } from '../../report/run/run-state.ts';
import { migrationWord, statusWord } from '../../report/status-words.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { CommandProgram } from '../command-program.ts';
import { followRun } from './follow-run.ts';

/** Milliseconds between two reads of the state. */
const interval = 400;

/**
 * `migrator status --watch`: follows a migration of another process to the end of its run: on the dashboard, in lines, or as
 * one JSON object for each recorded event.
 * @returns `interrupted` if the person did not wait for the end
 */
export async function watchStatus(options: {
  store: Store;
  migration: string;
  flags: { json: boolean; plain: boolean; color: boolean; theme?: Theme | undefined };
  program: CommandProgram;
}): Promise<ExitCode> {
  const { store, migration, flags, program } = options;
  const output = outputOptions(flags, program);
  const folder = stateFolder(program);
  const readSnapshot = () => readLiveSnapshot({ folder, migration, now: program.clock.now() });
  const read = followRun({ store, migration, readSnapshot });
  if (output.mode === 'lines' && !flags.plain && program.openWatchView !== null) {
    const leaveRequest = requestsFor(store, migration);
    const end = await program.openWatchView({ ...output, read, interval, leaveRequest });
    return end === 'interrupted' ? exitCodes.interrupted : exitCodes.done;
  }
  for (let isFirst = true; ; isFirst = false) {
    const { run, news, isOver } = await read();
    if (isFirst && !isOver && output.mode === 'lines') {
      program.stderr.write(`${presentLine(run, program.clock.now())}\n`);
    }
    for (const event of news) {
      if (output.mode === 'json')
        program.stdout.write(jsonLine({ ...event, at: new Date(event.at).toISOString() }));
      else for (const line of linesOf(event, output)) program.stderr.write(`${line}\n`);
    }
    if (isOver) return exitCodes.done;
    await program.clock.sleep(interval, program.drain);
  }
}

/** `null`: one process runs it, and takes requests at its own dashboard alone. */
function requestsFor(
  { shared }: Pick<Store, 'shared'>,
  migration: string,
): ((request: ControlRequest) => Promise<void>) | null {
  return shared === null ? null : (request) => shared.leaveRequest(migration, request);
}

/**
 * Describes what to look at first, before anything happens: `mig_m4xk2p9qa7c1  running: 1 of 9 done, 2 running, 6
 * queued`. Pure.
 */
function presentLine(run: RunState, now: number): string {
  const { migration, status, heldSince, repositories } = run;
  const limit = limitedBy(run, now);
  const limited = limit === null ? '' : `, limited by: ${safe(limit)}`;
  const counts = new Map<string, number>();
  for (const view of repositories.values()) {
    const word = statusWord(view.status);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const others = ['skipped', 'failed', 'running', 'waiting', 'queued'].flatMap((word) => {
    const many = counts.get(word) ?? 0;
    return many === 0 ? [] : [`, ${many} ${word}`];
  });
  const state = heldSince === null ? migrationWord(status) : 'paused';
  return `${migration}  ${state}: ${counts.get('done') ?? 0} of ${repositories.size} done${others.join('')}${limited}`;
}
