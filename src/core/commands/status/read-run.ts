import type { Store } from '../../ports/store.ts';
import { readLiveSnapshot } from '../../report/run/live-snapshot-file.ts';
import { percentOf, workDone } from '../../report/run/work-done.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { CommandProgram } from '../command-program.ts';
import { followRun } from './follow-run.ts';

/** Reads how much of a migration is through, in percent. */
export async function readPercent(
  store: Store,
  migration: string,
  program: CommandProgram,
): Promise<number> {
  const { run } = await readRun(store, migration, program);
  return percentOf(workDone(run).share);
}

/** Reads the latest run of a migration once, with what its process adds while it works. */
export function readRun(store: Store, migration: string, program: CommandProgram) {
  const now = program.clock.now();
  const readSnapshot = () => readLiveSnapshot({ folder: stateFolder(program), migration, now });
  return followRun({ store, migration, readSnapshot })();
}
