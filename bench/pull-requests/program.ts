import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hosts } from '../hosts/messages.ts';
import { withoutLimits } from '../hosts/without-limits.ts';
import { runProcess, timed } from '../run-process.ts';
import { launcher, type ProcessEnvironment } from '../surroundings.ts';
import { reportUsage, type Usage } from '../usage.ts';
import { forgetRequests } from './forget-requests.ts';

export const commentModes = ['threaded', 'compact', 'folded'] as const;
export type CommentMode = (typeof commentModes)[number];

export interface ProgramRun {
  readonly processEnvironment: ProcessEnvironment;
  readonly hosts: Hosts;
  readonly slug: string;
  readonly target: string;
  /** Slugs of more repositories, which keep their names. */
  readonly others?: readonly string[];
  /** `null`: without pull requests. */
  readonly comments: CommentMode | null;
  /** `export`: its pull requests go into an archive, below the folder of the bench, and not to the target. Requests if left out. */
  readonly engine?: 'export' | 'import';
}

/** `migrator migrate` of one repository, as a process of its own. */
export async function runProgram(run: ProgramRun): Promise<Usage & { milliseconds: number }> {
  const { processEnvironment, hosts, target, engine = null } = run;
  // An import has few requests: it keeps to what both hosts document.
  const keepsLimits = engine === 'import';
  const folder = join(processEnvironment.folder, target);
  await mkdir(folder);
  const path = join(folder, 'plan.json');
  await writeFile(path, JSON.stringify(planOf(run)));
  const report = reportUsage(folder);
  const stateFolder = join(folder, 'state');
  const stopForgetting = keepsLimits ? () => {} : forgetRequests(stateFolder);
  const milliseconds = await timed(async () => {
    const { stderr } = await runProcess({
      command: process.execPath,
      args: [
        ...[...report.args, launcher, 'migrate', '--plan', path, '--workers', '1', '--plain'],
        ...(engine === null ? [] : ['--engine', 'archive']),
        ...(engine === 'export' ? ['--export', join(folder, 'archives')] : []),
      ],
      environment: {
        ...processEnvironment.environment,
        ...(keepsLimits ? hosts.environment : withoutLimits(hosts)),
        ...report.environment,
        MIGRATOR_STATE_DIR: stateFolder,
      },
      folder,
    });
    // A wait for a limit would be measured as work.
    if (!keepsLimits && /\bwaiting\b/i.test(stderr))
      throw new Error(`The program had to wait:\n${stderr}`);
  }).finally(stopForgetting);
  const usage = await report.read();
  await rm(folder, { recursive: true });
  return { ...usage, milliseconds };
}

function planOf({ hosts, slug, target, others = [], comments }: ProgramRun): object {
  const { workspace, organization, source } = hosts;
  const pullRequests = comments === null ? { migrate: false } : { comments };
  return {
    version: 1,
    source: { kind: source, workspace },
    target: { organization },
    options: { pull_requests: pullRequests },
    repositories: [
      { source: slug, target },
      ...others.map((other) => ({ source: other, target: other })),
    ],
  };
}
