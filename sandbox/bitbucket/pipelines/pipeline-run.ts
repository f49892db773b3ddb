import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

type RunState =
  | { readonly name: 'IN_PROGRESS'; readonly stage: 'RUNNING' | 'PAUSED' }
  | {
      readonly name: 'COMPLETED';
      readonly result: 'SUCCESSFUL' | 'FAILED' | 'ERROR' | 'STOPPED';
      readonly error?: string;
    };

export interface PipelineRunRecord {
  readonly uuid: string;
  readonly number: number;
  readonly branch: string;
  readonly pattern: string;
  readonly createdAt: number;
  /** The environments that it has deployed to, as the host's dashboard shows them for good. */
  readonly deployments: string[];
  state: RunState;
  /** All that its scripts have written, and every command that the shell has printed; nothing is masked. */
  log: string;
  stop(): void;
  /** Settles when nothing of it runs any more. */
  readonly ended: Promise<void>;
}

const stepSchema = z.object({
  step: z.object({
    deployment: z.string().optional(),
    script: z.array(z.string()).min(1),
  }),
});

export const definitionSchema = z.object({
  pipelines: z.object({ custom: z.record(z.string(), z.array(stepSchema).min(1)) }),
});

type Step = z.infer<typeof stepSchema>['step'];

export interface StartRun {
  readonly steps: readonly z.infer<typeof stepSchema>[];
  readonly branch: string;
  readonly pattern: string;
  readonly number: number;
  readonly now: number;
  /** Variables of the workspace, then of the repository: the latter win. */
  readonly variables: readonly PipelineVariable[];
  readonly environments: readonly DeploymentEnvironment[];
  /** Where scratch folders may be made. */
  readonly folder: string;
  readonly path: string;
  /** Environment of every script. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs the scripts for real, a shell for each step, one after the other. */
export function startRun(options: StartRun): PipelineRunRecord {
  const stopping = new AbortController();
  const run: { -readonly [K in keyof PipelineRunRecord]: PipelineRunRecord[K] } = {
    uuid: `{${randomUUID()}}`,
    number: options.number,
    branch: options.branch,
    pattern: options.pattern,
    createdAt: options.now,
    deployments: [],
    state: { name: 'IN_PROGRESS', stage: 'RUNNING' },
    log: '',
    stop: () => stopping.abort(),
    ended: Promise.resolve(),
  };
  run.ended = runSteps(options, run, stopping.signal).catch((error: Error) => {
    run.state = { name: 'COMPLETED', result: 'ERROR', error: error.message };
  });
  return run;
}

async function runSteps(
  options: StartRun,
  run: PipelineRunRecord,
  signal: AbortSignal,
): Promise<void> {
  for (const { step } of options.steps) {
    const environment = findEnvironment(options.environments, step.deployment);
    if (step.deployment !== undefined && environment === null) {
      const error = `The deployment environment '${step.deployment}' does not exist.`;
      run.state = { name: 'COMPLETED', result: 'ERROR', error };
      return;
    }
    if (environment !== null && !mayDeploy(environment, options.branch)) {
      // Until an administrator lets it go on, or somebody stops it.
      run.state = { name: 'IN_PROGRESS', stage: 'PAUSED' };
      await aborted(signal);
    }
    if (signal.aborted) {
      run.state = { name: 'COMPLETED', result: 'STOPPED' };
      return;
    }
    if (environment !== null) run.deployments.push(environment.name);
    const code = await runStep(options, run, { step, environment, signal });
    if (code === 0 && !signal.aborted) continue;
    run.state = { name: 'COMPLETED', result: signal.aborted ? 'STOPPED' : 'FAILED' };
    return;
  }
  run.state = { name: 'COMPLETED', result: 'SUCCESSFUL' };
}

function findEnvironment(
  environments: readonly DeploymentEnvironment[],
  name: string | undefined,
): DeploymentEnvironment | null {
  if (name === undefined) return null;
  return environments.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? null;
}

function mayDeploy({ allowedBranches }: DeploymentEnvironment, branch: string): boolean {
  return allowedBranches === null || allowedBranches.includes(branch);
}

async function runStep(
  options: StartRun,
  run: PipelineRunRecord,
  one: { step: Step; environment: DeploymentEnvironment | null; signal: AbortSignal },
): Promise<number | null> {
  const { step, environment, signal } = one;
  const folder = await mkdtemp(join(options.folder, 'step-'));
  try {
    const file = join(folder, 'script.sh');
    await writeFile(file, `${step.script.join('\n')}\n`);
    const variables = [...options.variables, ...(environment?.variables ?? [])];
    // The host prints every command in its log: so does -x, with all that is in it.
    const child = spawn('sh', ['-ex', file], {
      cwd: folder,
      env: {
        ...options.environment,
        HOME: folder,
        TMPDIR: folder,
        ...Object.fromEntries(variables.map(({ key, value }) => [key, value])),
        PATH: options.path,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const stop = () => kill(child);
    signal.addEventListener('abort', stop, { once: true });
    // The run may have been stopped before there was a process.
    if (signal.aborted) stop();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        run.log += text;
      });
    }
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** With all that it has started. */
function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

export interface DeploymentEnvironment {
  readonly uuid: string;
  readonly name: string;
  readonly variables: PipelineVariable[];
  /** The branches that may deploy to it; `null`: all. */
  allowedBranches: readonly string[] | null;
}

/** A variable of Pipelines. Its value is known to the host alone, unless it is not secured. */
export interface PipelineVariable {
  readonly uuid: string;
  readonly key: string;
  readonly value: string;
  readonly secured: boolean;
}
