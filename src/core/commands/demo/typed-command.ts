import { delimiter } from 'node:path';
import { findOnPath } from '../../git/process/own-session.ts';
import { shellCommand, shellWord } from '../../kernel/format/shell-quote.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Writes a command of migrator so that another terminal runs it on the state of the demo: with the variables that name the state,
 * and, without `migrator` on the PATH, as this process was started.
 * @param options.users the person's own variables
 */
export async function typedCommand(options: {
  readonly environment: Environment;
  readonly users: Environment;
  readonly startedAs: readonly string[];
}): Promise<(command: string) => string> {
  const { environment, users, startedAs } = options;
  const found = await findOnPath(lastingPath(users.PATH), 'migrator');
  const program = found === null ? shellCommand(startedAs) : 'migrator';
  const prefix = statePrefix(environment, users);
  return (command) => `${prefix}${command.replace(/^migrator\b/, () => program)}`;
}

/** npm and npx add folders that other terminals do not have. */
function lastingPath(path = ''): string {
  const folders = path.split(delimiter);
  return folders.filter((one) => !/[\\/]node_modules[\\/]\.bin$/.test(one)).join(delimiter);
}

/** The demo's state is not where commands look for it. */
function statePrefix(environment: Environment, users: Environment): string {
  const url = environment.MIGRATOR_DATABASE_URL ?? 'none';
  const isNeeded = url !== 'none' || Boolean(users.MIGRATOR_DATABASE_URL);
  const database = isNeeded ? `MIGRATOR_DATABASE_URL=${shellWord(url)} ` : '';
  return `${database}MIGRATOR_STATE_DIR=${shellWord(environment.MIGRATOR_STATE_DIR ?? '')} `;
}
