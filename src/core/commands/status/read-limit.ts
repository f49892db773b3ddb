import type { Store } from '../../ports/store.ts';
import { limitedBy } from '../../report/estimate/throughput.ts';
import { readLiveSnapshot } from '../../report/run/live-snapshot-file.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { CommandProgram } from '../command-program.ts';
import { followRun } from './follow-run.ts';

/** Reads what keeps the run of another process from being faster; `null` while nothing can be said. */
export async function readLimit(options: {
  store: Store;
  migration: string;
  program: Pick<CommandProgram, 'clock'> & Parameters<typeof stateFolder>[0];
}): Promise<string | null> {
  const { store, migration, program } = options;
  const now = program.clock.now();
  const readSnapshot = () => readLiveSnapshot({ folder: stateFolder(program), migration, now });
  const { run, isOver } = await followRun({ store, migration, readSnapshot })();
  return isOver ? null : limitedBy(run, now);
}
