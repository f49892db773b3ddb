import { existsSync } from 'node:fs';
import type { OpenStore } from '../commands/command-program.ts';
import { readVariable, type Variables } from '../kernel/environment.ts';
import type { Program } from '../kernel/program.ts';
import type { Store } from '../ports/store.ts';
import { refuseOpenToOthers } from '../state/open-to-others.ts';
import { createSqliteStore } from '../state/sqlite/sqlite-store.ts';
import { stateFolder } from '../state/state-folder.ts';

/** Where the state is: the database that the environment or migrator.yaml names, or this machine's state folder. */
export const openStore: OpenStore = async ({ program, config }) => {
  const { environment } = program;
  const variables = namesDatabase(environment) ? environment : await withFile(program, config);
  const url = databaseUrl(variables);
  if (url === null) return openSqliteStore(program);
  const { openDatabase } = await import('./open-database.ts');
  return (await openDatabase({ program, variables, url })).openStore();
};

export function openSqliteStore(program: Program): Store {
  const folder = stateFolder(program);
  refuseOpenToOthers(folder, program.uid);
  return createSqliteStore({ ...program, stateFolder: folder });
}

/** The address of the database; `null` without one, or for `none`, which wins over the file as well. */
export function databaseUrl(variables: Variables): string | null {
  const url = readVariable(variables, 'MIGRATOR_DATABASE_URL');
  return url === 'none' ? null : url;
}

function namesDatabase(environment: Variables): boolean {
  return readVariable(environment, 'MIGRATOR_DATABASE_URL') !== null;
}

/** Loads no parser where there is no file. */
async function withFile(program: Program, config: string | undefined): Promise<Variables> {
  const { environment } = program;
  if (config === undefined && !existsSync('migrator.yaml')) return environment;
  const [{ loadTrustedConfig }, { withConfig }] = await Promise.all([
    import('../config/trusted-config.ts'),
    import('../config/with-config.ts'),
  ]);
  return withConfig(environment, await loadTrustedConfig(program, config));
}
