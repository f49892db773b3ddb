import {
  type Calibration,
  type Capability,
  differencesOf,
  type ProbeResult,
  unknownOf,
  whyStale,
} from '../../calibration/probes/findings.ts';
import { trialCommand } from '../../calibration/trial/importer-trial.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { shellValue } from '../../kernel/format/shell-quote.ts';
import type { Account, TargetOwner } from '../../ports/records/account.ts';
import { currentCalibration } from '../control/current-calibration.ts';
import type { Preflight } from './preflight-questions.ts';

type CalibrationCheck = Pick<
  Preflight,
  'services' | 'organization' | 'wantsPullRequests' | 'options' | 'repositories'
>;

/**
 * Where the target was found to behave otherwise than expected, and what migrator does instead; and what could not be tried.
 * @throws `refused` where it lacks what this migration needs, and nothing takes its place
 */
export async function notesOfCalibration(
  check: CalibrationCheck,
  account: Account,
): Promise<readonly string[]> {
  const { services, organization } = check;
  const current = await currentCalibration(services, account);
  if (current === null) return [];
  const { found, why } = current;
  if (why !== null) {
    return [
      `The calibration of ${found.host} on ${dayOf(found)} is out of date: ${why}. Run it again: ${calibrateAgain(organization)}`,
    ];
  }
  const lacking = found.results.find(
    ({ verdict, blocks }) => verdict === 'other' && blocks !== undefined && needs(check, blocks),
  );
  if (lacking !== undefined) throw cannotMigrate(found, lacking, organization);
  return [...differencesOf(found), ...unknownOf(found)].map(
    (text) => `Calibration of ${found.host} on ${dayOf(found)}: ${text}`,
  );
}

function dayOf({ at }: Pick<Calibration, 'at'>): string {
  return new Date(at).toISOString().slice(0, 10);
}

function calibrateAgain(organization: string): string {
  return `migrator doctor --calibrate --target-org ${shellValue(organization)}`;
}

function needs(
  { wantsPullRequests, options, repositories }: CalibrationCheck,
  capability: Capability,
): boolean {
  if (capability === 'branches') return true;
  if (capability === 'pull-requests') return wantsPullRequests;
  return (
    options.includeLfs === true || repositories.some(({ include_lfs }) => include_lfs === true)
  );
}

const without: Readonly<Record<Capability, string>> = {
  branches: "Let the account create branches in the organization's new repositories",
  'pull-requests': 'Use --no-pull-requests',
  lfs: 'Set include_lfs: false in the plan',
};

const names: Readonly<Record<Capability, string>> = {
  branches: 'branches',
  'pull-requests': 'pull requests',
  lfs: 'LFS objects',
};

function cannotMigrate(
  found: Calibration,
  { expected, seen, blocks = 'branches' }: ProbeResult,
  organization: string,
): MigratorError {
  return new MigratorError(
    'refused',
    `${found.host} does not support ${names[blocks]} (calibration on ${dayOf(found)})`,
    {
      hint: `${without[blocks]}, or fix the host and run: ${calibrateAgain(organization)}`,
      detail: `"${expected}" is not true here: ${seen}`,
    },
  );
}

/**
 * Says before an import what a trial of the organization's importer lost, or that it is too old to count. A verification
 * finds the same after the import.
 */
export async function notesOfTrial(
  {
    services,
    repositories,
    imports,
    archiveFormat: format,
  }: Pick<Preflight, 'services' | 'repositories' | 'imports' | 'archiveFormat'>,
  { login }: Pick<TargetOwner, 'login'>,
): Promise<readonly string[]> {
  if (!repositories.some(imports)) return [];
  const { clock, readTrial } = services;
  const found = await readTrial({ organization: login, format });
  if (found === null) return [];
  const day = dayOf(found);
  const why = whyStale(found, { at: clock.now() });
  if (why !== null) {
    const again = trialCommand(login);
    return [
      `The test of the importer in ${login} on ${day} is out of date: ${why}. Run it again: ${again}`,
    ];
  }
  return differencesOf(found).map((text) => `The importer in ${login} on ${day}: ${text}`);
}
