import type { Ended } from '../../helpers/program/run-program.ts';
import { startProgram } from '../../helpers/program/run-program.ts';
import type { Finding } from '../census/finding.ts';
import { checkDatabases, findFilesLeft } from '../census/leftovers.ts';
import { compareOthers, photographOthers } from '../others.ts';
import type { SweepCase, SweepSetting } from './case.ts';
import { runFast } from './fast-program.ts';
import { openSweepPlace } from './place.ts';
import type { SweepPlace } from './sweep-place.ts';
import { strikeWrite } from './writes.ts';

export interface CaseResult {
  /** Subject of the struck write; `null`: there was no such write. */
  readonly struck: string | null;
  /** Runs after the first one. */
  readonly resumes: number;
  readonly findings: readonly Finding[];
}

/** After so many resumes that did not get to the end it is stuck. */
const mostResumes = 6;

/** Lists the subject of each write of a migration that nothing befalls. */
export async function listWrites(setting: SweepSetting): Promise<readonly string[]> {
  await using place = await openSweepPlace(setting);
  const { ignores } = place;
  const { writes } = strikeWrite(place.sandbox.faults, { at: 0, fate: 'lost', kill() {}, ignores });
  const { code, stdout, stderr } = await runFast(place, place.migrate);
  // What verify asks by POST is no write of the migration.
  const ofMigration = [...writes];
  const found = [...place.takeCensus(), ...(await verify(place, stderr))];
  if (code === 0 && found.length === 0) return ofMigration;
  throw new Error(
    `Nothing befell it, and it ended with ${code}:\n${stdout}${stderr}\n${show(found)}`,
  );
}

function show(findings: readonly Finding[]): string {
  return findings.map(({ kind, what }) => `${kind}: ${what}`).join('\n');
}

/** One migration of fresh hosts, of which one write is struck, resumed to its end. */
export async function runCase({ setting, fate, write }: SweepCase): Promise<CaseResult> {
  await using place = await openSweepPlace(setting);
  const before = photographOthers(place);
  const run = fate === 'kill' ? startKilled : startHere;
  const { first, struck } = await run(place, { fate, write });
  const findings: Finding[] = checkDatabases(place.folder);
  let last = first;
  let resumes = 0;
  while (last.code !== 0 && mayBeResumed(last) && resumes < mostResumes) {
    last = await runFast(place, place.migrate);
    resumes += 1;
  }
  if (last.code !== 0) {
    const what = `it ended with ${last.code}:\n${last.stdout}${last.stderr}`;
    findings.push({ kind: 'stuck', what });
  }
  place.sandbox.faults.clear();
  await place.sandbox.github.jobs.settled();
  findings.push(...place.takeCensus(), ...compareOthers(place, before, place.planned));
  if (last.code === 0) findings.push(...findFilesLeft(place.folder));
  findings.push(...(await verify(place, first.stderr + last.stderr)));
  return { struck, resumes, findings };
}

interface Begun {
  readonly first: Ended;
  readonly struck: string | null;
}

type Struck = Pick<SweepCase, 'fate' | 'write'>;

async function startHere(place: SweepPlace, { fate, write }: Struck): Promise<Begun> {
  const { ignores } = place;
  const strike = strikeWrite(place.sandbox.faults, { at: write, fate, kill() {}, ignores });
  const first = await runFast(place, place.migrate);
  return { first, struck: strike.struck() };
}

/** The built program, in a process of its own. */
async function startKilled(place: SweepPlace, { fate, write }: Struck): Promise<Begun> {
  const { environment, folder, migrate, ignores } = place;
  const { child, ended } = startProgram(migrate, { cwd: folder, environment });
  const kill = () => void child.kill('SIGKILL');
  const strike = strikeWrite(place.sandbox.faults, { at: write, fate, kill, ignores });
  child.once('exit', () => {
    // Children of a killed program may hold its output open: what they say is not waited for.
    child.stdout?.destroy();
    child.stderr?.destroy();
  });
  const first = await ended;
  return { first, struck: strike.struck() };
}

function mayBeResumed({ code }: Ended): boolean {
  return code === null || code === 6 || code === 7;
}

async function verify(place: SweepPlace, shown: string): Promise<Finding[]> {
  const id = /mig_[0-9a-z]{12}/.exec(shown)?.[0];
  if (id === undefined) return [{ kind: 'stuck', what: 'no migration was named' }];
  const { code, stdout, stderr } = await runFast(place, ['verify', '--migration', id]);
  return code === 0
    ? []
    : [{ kind: 'wrong', what: `verify ended with ${code}:\n${stdout}${stderr}` }];
}
