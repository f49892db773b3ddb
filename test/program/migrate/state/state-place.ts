import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workplace } from '../../../helpers/program/workplace.ts';

export const runArguments = ['migrate', '--plan', 'plan.json', '--workers', '1', '-v'];
/** The same from the start, where the state is no good. */
export const again = [...runArguments, '--reset-state', '--yes'];

export function statePath({ folder }: Workplace): string {
  return join(folder, 'state', 'migrator.sqlite');
}

/** The names under which damaged states are kept. */
export function keptStates({ folder }: Workplace): string[] {
  const names = readdirSync(join(folder, 'state'));
  return names.filter((name) => name.startsWith('migrator.sqlite.damaged-'));
}

/** Damages the state. */
export function garble(place: Workplace, from = 0): void {
  const bytes = readFileSync(statePath(place));
  bytes.fill(0xa5, from, from + 3000);
  writeFileSync(statePath(place), bytes);
}

export function contentOf(path: string): string {
  return statSync(path).isDirectory()
    ? readdirSync(path).join()
    : readFileSync(path).toString('base64');
}
