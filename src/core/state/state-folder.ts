import { join } from 'node:path';
import envPaths from 'env-paths';
import type { Program } from '../kernel/program.ts';

/** Where the state is: MIGRATOR_STATE_DIR, or the platform's folder for state (XDG_STATE_HOME on Linux). */
export function stateFolder({
  environment,
  platform,
}: Pick<Program, 'environment' | 'platform'>): string {
  const chosen = environment.MIGRATOR_STATE_DIR;
  if (chosen !== undefined && chosen !== '') return chosen;
  const folders = envPaths('migrator', { suffix: '' });
  // env-paths calls Linux's state folder `log`; elsewhere that is a place for log files alone.
  return platform === 'linux' ? folders.log : folders.data;
}

/** Bare mirrors are kept here while their repositories are on the way. */
export function workFolder(folder: string): string {
  return join(folder, 'work');
}

/** What discovery found out at the price of many requests is kept here. */
export function discoveryFolder(folder: string): string {
  return join(folder, 'discovery');
}
