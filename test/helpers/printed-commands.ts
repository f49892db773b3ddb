import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentIn, programFile } from './program/run-program.ts';

/** The commands of ours in a text, each as it is printed, up to the end of its line or sentence. */
export function printedCommands(text: string): readonly string[] {
  return [...text.matchAll(/\bmigrator [a-z][^\n`]*/g)].map(([command]) => command.trimEnd());
}

/** Runs a command line in a shell whose `migrator` is the built program. */
export function runPrinted(
  command: string,
  options: { cwd: string; environment?: Readonly<Record<string, string | undefined>> },
) {
  const bin = join(options.cwd, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    join(bin, 'migrator'),
    `#!/bin/sh\nexec "${process.execPath}" "${programFile}" "$@"\n`,
  );
  chmodSync(join(bin, 'migrator'), 0o755);
  const environment = environmentIn(options);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: options.cwd,
    env: { ...environment, PATH: `${bin}:${environment.PATH}` },
    encoding: 'utf8',
  });
  return { command, code: status, output: stdout + stderr };
}
