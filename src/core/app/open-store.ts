import type { OpenStore } from '../commands/command-program.ts';
import { SqliteStore } from '../state/sqlite/sqlite-store.ts';
import { stateFolder } from '../state/state-folder.ts';

/** The durable state of this program: a database in its state folder. */
export const openStore: OpenStore = async ({ program }) =>
  new SqliteStore({ ...program, stateFolder: stateFolder(program) });
