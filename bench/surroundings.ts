import { fileURLToPath } from 'node:url';

export interface ProcessEnvironment {
  /** A private folder that is removed after the bench. */
  readonly folder: string;
  /** Environment of every process: nothing of the user's settings but PATH, so that no proxy or option takes part. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The launcher as npm links it; run by this Node. */
export const launcher = fileURLToPath(new URL('../bin/migrator.cjs', import.meta.url));

export function plainEnvironment(home: string): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C', LC_ALL: 'C' };
}

export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
