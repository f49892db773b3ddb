import type { GitTool } from '../git/process/git-tool.ts';
import type { Clock } from '../kernel/clock.ts';
import { hasCode, MigratorError, toMigratorError } from '../kernel/errors.ts';
import type { Account, TargetOwner } from '../ports/records/account.ts';
import type { RepositoryName } from '../ports/records/target-address.ts';
import type { TargetHost } from '../ports/target-host.ts';
import { saveCalibration } from './calibration-files.ts';
import type { Calibration, HostFacts, ProbeResult } from './probes/findings.ts';
import {
  failed,
  other,
  type Probe,
  type ProbePlace,
  type Seen,
  untilSeen,
} from './probes/probe.ts';
import { probes } from './probes/probes.ts';
import { calibrationFolder } from './scratch/calibration-folder.ts';
import { endScratch, removeLeftovers } from './scratch/clean-up.ts';
import { openScratch } from './scratch/open-scratch.ts';
import { newScratchName, scratchDescription } from './scratch/remove-scratch.ts';
import { type ScratchRepositories, scratchRepositories } from './scratch/scratch-repositories.ts';

export interface Calibrate {
  readonly target: TargetHost;
  readonly git: GitTool;
  /** Of the target: where the scratch repository is created. */
  readonly organization: string;
  /** The scratch repository stays. */
  readonly keep: boolean;
  readonly stateFolder: string;
  /** Its sleeps end with a command that is to end. */
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** Describes what a calibration says while it runs; every text may hold what a host sent. */
export type CalibrationStep =
  | { readonly kind: 'note'; readonly message: string }
  | { readonly kind: 'result'; readonly result: ProbeResult }
  | { readonly kind: 'saved'; readonly calibration: Calibration };

/**
 * Creates a private scratch repository, tries there what migrator relies on, removes it, and keeps the findings. Writes to
 * nothing else on the host. What an earlier calibration has left is removed first.
 * @throws MigratorError where the repository cannot be created, `credentials`, `interrupted`
 */
export async function* calibrate(options: Calibrate): AsyncGenerator<CalibrationStep> {
  const { target, organization, signal } = options;
  const account = await target.verifyCredentials({ signal });
  const owner = await target.findOwner({ name: organization, account, signal });
  const left = scratchRepositories(calibrationFolder(options.stateFolder));
  for await (const text of removeLeftovers(options, left)) yield note(text);
  if (mayNotDelete(account)) {
    yield note(
      'DST_TOKEN lacks the delete_repo scope: the scratch repository will be archived, for you to delete',
    );
  }
  const { version } = await target.checkUp({ signal });
  const name = await create(options, { owner, left });
  yield note(`Created ${owner.login}/${name}, private`);
  const made = { owner: owner.login, left, name };
  const results: ProbeResult[] = [];
  const facts: { -readonly [Key in keyof HostFacts]: HostFacts[Key] } = {};
  try {
    await using place = await openPlace(options, { account, owner, name });
    try {
      for (const probe of probes) {
        const { facts: found, ...seen } = await runProbe(probe, place);
        Object.assign(facts, mergedFacts(facts, found ?? {}));
        const result = resultOf(probe, seen);
        results.push(result);
        yield { kind: 'result', result };
      }
    } finally {
      if (place.delays.length > 0) facts.settleMilliseconds = Math.max(...place.delays);
      yield* end(options, { ...made, current: place.name.name });
    }
  } catch (error) {
    yield* end(options, { ...made, current: name });
    throw error;
  }
  const calibration: Calibration = {
    ...{ version: 1, host: target.hostname, hostVersion: version, account: account.id },
    ...{ at: options.clock.now(), results, facts },
  };
  await saveCalibration(options.stateFolder, calibration);
  yield { kind: 'saved', calibration };
}

/** Of two findings the one that asks for less holds. */
function mergedFacts(known: HostFacts, found: HostFacts): HostFacts {
  const { commentsPerReview: before } = known;
  const { commentsPerReview: now } = found;
  if (before === undefined || now === undefined) return found;
  return { ...found, commentsPerReview: Math.min(before, now) };
}

function note(message: string): CalibrationStep {
  return { kind: 'note', message };
}

/** A fine-grained token does not say what it may do. */
function mayNotDelete({ scopes }: Account): boolean {
  return scopes !== null && !scopes.includes('delete_repo');
}

async function* end(
  options: Calibrate,
  made: Parameters<typeof endScratch>[1],
): AsyncGenerator<CalibrationStep> {
  const text = await endScratch(options, made);
  if (text !== null) yield note(text);
}

async function create(
  { target, random, clock, signal }: Calibrate,
  { owner, left }: { owner: TargetOwner; left: ScratchRepositories },
): Promise<string> {
  const name = newScratchName(random);
  const known = { host: target.hostname, owner: owner.login, name };
  await left.add(known);
  const description = scratchDescription;
  const { id } = await target.createRepository({ owner, name, description, signal });
  await left.add({ ...known, id });
  await untilFound({ target, clock, signal }, { owner: owner.login, name });
  await target.setActionsEnabled({ owner: owner.login, name, enabled: false, signal });
  return name;
}

/**
 * A host may need a moment until it finds what it has just created.
 * @throws `unavailable` where it never does
 */
async function untilFound(
  { target, ...patience }: Pick<Calibrate, 'target' | 'clock' | 'signal'>,
  name: RepositoryName,
): Promise<void> {
  const { signal } = patience;
  const took = await untilSeen(
    patience,
    async () => (await target.findRepository({ ...name, signal })).state === 'present',
  );
  if (took !== null) return;
  throw new MigratorError(
    'unavailable',
    `${target.hostname} does not show ${name.owner}/${name.name}, which was just created`,
    { hint: 'Calibrate again later: the next calibration removes the repository.' },
  );
}

function openPlace(
  { target, git, stateFolder, clock, signal }: Calibrate,
  made: { account: Account; owner: TargetOwner; name: string },
): Promise<ProbePlace & AsyncDisposable> {
  const folder = calibrationFolder(stateFolder);
  return openScratch({ target, git, folder, clock, signal, ...made });
}

/** Errors that end all probes; any other ends one. */
const fatalCodes = [
  'interrupted',
  'credentials',
  'unavailable',
  'tls',
  'disk-full',
  'state',
] as const;

async function runProbe(probe: Probe, place: ProbePlace): Promise<Seen> {
  try {
    return await probe.run(place);
  } catch (error) {
    if (!(error instanceof MigratorError) || hasCode(error, ...fatalCodes)) throw error;
    const { code, message, detail } = toMigratorError(error);
    const said = detail === null ? message : `${message}: ${detail}`;
    return code === 'ambiguous-write' ? other(said) : failed(said);
  }
}

function resultOf({ name, expected, otherwise }: Probe, seen: Omit<Seen, 'facts'>): ProbeResult {
  const consequence = seen.verdict === 'as-expected' ? '' : otherwise;
  return { probe: name, expected, ...seen, consequence };
}
