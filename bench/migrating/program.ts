import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessOutput, runProcess } from '../run-process.ts';
import { launcher } from '../surroundings.ts';
import { type Task, targetName } from './contest.ts';

/** `migrator migrate` with one worker, as a process of its own. */
export async function runProgram(task: Task): Promise<void> {
  const { stderr } = await migrate(task, '--plain');
  // A wait for a limit would be measured as work.
  if (/\bwaiting\b/i.test(stderr)) throw new Error(`The program had to wait:\n${stderr}`);
}

/** @param form of what it prints */
export async function migrate(task: Task, form: '--plain' | '--json'): Promise<ProcessOutput> {
  const { hosts, repositories, folder, environment } = task;
  const path = join(folder, 'plan.json');
  const plan = {
    version: 1,
    source: { kind: 'bitbucket-cloud', workspace: hosts.workspace },
    target: { organization: hosts.organization },
    repositories: repositories.map((source) => ({ source, target: targetName(task, source) })),
  };
  await writeFile(path, JSON.stringify(plan));
  return runProcess({
    command: process.execPath,
    args: [launcher, 'migrate', '--plan', path, '--workers', '1', '--no-pull-requests', form],
    environment: {
      ...environment,
      ...hosts.environment,
      MIGRATOR_STATE_DIR: join(folder, 'state'),
    },
    folder,
  });
}
