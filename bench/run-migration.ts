import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hosts } from './hosts/messages.ts';
import { withoutLimits } from './hosts/without-limits.ts';
import { runProcess } from './run-process.ts';
import { launcher, type ProcessEnvironment } from './surroundings.ts';

/** A migration that several commands work on, each in a process of its own. */
export interface MigrationRun {
  /** Of the section: sets its files apart in the folder that all share. */
  readonly name: string;
  readonly processEnvironment: ProcessEnvironment;
  readonly hosts: Hosts;
  /** Added to the environment of each command. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** @returns the id of the migration */
export async function migrateAll(
  run: MigrationRun,
  {
    slugs,
    follow = false,
    workers,
  }: { slugs: readonly string[]; follow?: boolean; workers?: number },
): Promise<string> {
  const { hosts, processEnvironment } = run;
  const path = join(processEnvironment.folder, `${run.name}-plan.json`);
  const plan = {
    version: 1,
    source: { kind: hosts.source, workspace: hosts.workspace },
    target: { organization: hosts.organization },
    ...(follow && { follow }),
    repositories: slugs.map((source) => ({ source, target: source })),
  };
  await writeFile(path, JSON.stringify(plan));
  const parallel = workers === undefined ? [] : ['--workers', String(workers)];
  const { stdout } = await runCommand(run, ['migrate', '--plan', path, '--json', ...parallel]);
  const id = /mig_[0-9a-z]{12}/.exec(stdout)?.[0];
  if (id === undefined) throw new Error('no migration');
  return id;
}

/** @param report what reports how much the process has used */
export function runCommand(
  run: MigrationRun,
  args: readonly string[],
  report: {
    readonly args: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
  } = { args: [], environment: {} },
) {
  const { folder, environment } = run.processEnvironment;
  return runProcess({
    command: process.execPath,
    args: [...report.args, launcher, ...args],
    environment: {
      ...environment,
      ...withoutLimits(run.hosts),
      ...run.environment,
      ...report.environment,
      MIGRATOR_STATE_DIR: join(folder, `${run.name}-state`),
    },
    folder,
  });
}
