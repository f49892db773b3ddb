import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { usersEnvironment } from '../../../sandbox/environment.ts';
import type { SandboxOptions } from '../../../sandbox/sandbox.ts';
import { runCommandLine } from '../../../src/cli/main.ts';
import { type CalibrationStep, calibrate } from '../../../src/core/calibration/calibrate.ts';
import type { verdicts } from '../../../src/core/calibration/probes/findings.ts';
import { type Clock, systemClock } from '../../../src/core/kernel/clock.ts';
import { undocumented } from '../../helpers/documented-output.ts';
import { createProgramHere, standIn } from '../../helpers/program/run-here.ts';
import { type Ended, environmentIn } from '../../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';

/** Half a minute of looking takes a second and a half. The hosts go by the same clock, so that limits and delays fit. */
const speed = 20;
const begin = Date.now();
let skipped = 0;
const hurried: Clock = {
  now: () => begin + speed * (Date.now() - begin) + skipped,
  sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / speed, signal),
};

/** So many milliseconds are over at once, for the hosts and the program. */
export function passTime(milliseconds: number): void {
  skipped += milliseconds;
}

export interface Host extends Workplace {
  calibrate(...flags: readonly string[]): Promise<Ended>;
  /** Another command, with the same token and as hurried. */
  command(...args: readonly string[]): Promise<Ended>;
  /** Of plan.json, with the same token. */
  dryRun(): Promise<Ended>;
  /** The calibration itself, which can be left at any step. */
  steps(): Promise<AsyncGenerator<CalibrationStep>>;
  /** The notes of a calibration that ends in order once its repository was created. */
  leaveAfterCreation(): Promise<readonly string[]>;
  /** Files of findings in the state. */
  findings(): readonly string[];
}

/** An Enterprise Server, which limits no pushes, and a token that may delete repositories unless scopes are given. */
export async function openHost({
  scopes = ['repo', 'workflow', 'delete_repo'],
  ...options
}: Partial<SandboxOptions> & { scopes?: readonly string[] } = {}): Promise<Host> {
  const place = await openWorkplace({
    ...{ target: 'enterprise-server', now: hurried.now },
    ...options,
  });
  const DST_TOKEN = place.sandbox.github.tokens.add({ scopes });
  const folder = join(place.folder, 'state/calibration');
  function programHere() {
    const environment = environmentIn({
      cwd: place.folder,
      environment: { ...usersEnvironment(place.sandbox), DST_TOKEN },
    });
    return createProgramHere({ environment, temporaryFolder: place.folder, clock: hurried });
  }
  async function command(...args: readonly string[]): Promise<Ended> {
    const { program, written } = programHere();
    using _folder = standIn(place.folder);
    return { code: await runCommandLine(args, program), ...written };
  }
  async function steps(): Promise<AsyncGenerator<CalibrationStep>> {
    const { program } = programHere();
    const flags = { json: true, plain: true, color: false, verbose: 0, config: undefined };
    const app = await program.openApp({ program, flags, resultOnly: true });
    return calibrate({
      ...{ organization: 'acme', keep: false, random: Math.random, clock: hurried },
      ...{ target: app.target(), git: await app.openGit() },
      ...{ stateFolder: join(place.folder, 'state'), signal: program.drain },
    });
  }
  return {
    ...place,
    command,
    calibrate: (...flags) =>
      command('doctor', '--calibrate', '--target-org', 'acme', '--json', ...flags),
    dryRun: () => place.run(['migrate', '--plan', 'plan.json', '--dry-run'], { DST_TOKEN }),
    steps,
    async leaveAfterCreation() {
      const notes: string[] = [];
      const left = await steps();
      let step = await left.next();
      while (step.done !== true) {
        const { value } = step;
        if (value.kind === 'note') notes.push(value.message);
        // What it does at its end has steps of its own.
        step = value.kind === 'result' ? await left.return(undefined) : await left.next();
      }
      return notes;
    },
    findings: () =>
      existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('scratch')) : [],
  };
}

interface Told {
  readonly host: string;
  readonly notes: readonly string[];
  readonly probes: readonly {
    readonly probe: string;
    readonly verdict: (typeof verdicts)[number];
    readonly seen: string;
  }[];
  readonly facts: Readonly<Record<string, unknown>> & { readonly settle_milliseconds: number };
}

export async function calibrated(place: Host): Promise<Told> {
  const { code, stdout, stderr } = await place.calibrate();
  const problems = undocumented(stdout);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  if (code !== 0 && code !== 6) throw new Error(`${code}: ${stderr}`);
  const told: Told = JSON.parse(stdout);
  const isWhole = told.probes.every(({ verdict }) => verdict !== 'failed');
  if (isWhole !== (code === 0)) throw new Error(`exit code ${code}: ${stdout}`);
  return told;
}

/** Names of the probes that found the host to be another. */
export function othersOf(probes: Told['probes']): readonly string[] {
  return probes.filter(({ verdict }) => verdict === 'other').map(({ probe }) => probe);
}
