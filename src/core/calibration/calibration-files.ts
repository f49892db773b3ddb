import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../kernel/files/make-folder.ts';
import { replaceFile } from '../kernel/files/write-result.ts';
import { type Calibration, calibrationSchema } from './probes/findings.ts';
import { calibrationFolder } from './scratch/calibration-folder.ts';
import { readJsonFile } from './scratch/read-json-file.ts';
import {
  type ImporterTrial,
  importerTrialSchema,
  type TrialPlace,
} from './trial/importer-trial.ts';

interface CalibratedHost {
  readonly stateFolder: string;
  readonly host: string;
  /** Identity of the account on the host. */
  readonly account: string;
}

/** Reads what was found last on this host with this account; `null` where nothing was. */
export async function readCalibration(calibrated: CalibratedHost): Promise<Calibration | null> {
  const found = await readJsonFile(pathOf(calibrated), calibrationSchema);
  return found?.host === calibrated.host && found.account === calibrated.account ? found : null;
}

/** The newest on this host, whichever account it was; `null` where there is none. */
export async function newestCalibration({
  stateFolder,
  host,
}: Omit<CalibratedHost, 'account'>): Promise<Calibration | null> {
  const folder = calibrationFolder(stateFolder);
  const names = await readdir(folder).catch(() => []);
  const found: Calibration[] = [];
  for (const name of names) {
    const one = await readJsonFile(join(folder, name), calibrationSchema);
    if (one?.host === host) found.push(one);
  }
  return found.sort((one, other) => other.at - one.at)[0] ?? null;
}

export async function saveCalibration(
  stateFolder: string,
  calibration: Calibration,
): Promise<void> {
  makeFolder(calibrationFolder(stateFolder));
  const { host, account } = calibration;
  const text = `${JSON.stringify(calibration, null, 2)}\n`;
  await replaceFile(pathOf({ stateFolder, host, account }), text, { force: true, uid: null });
}

/** Reads what the last trial of an importer found; `null` where it was not tried. */
export async function readTrial(
  stateFolder: string,
  place: TrialPlace,
): Promise<ImporterTrial | null> {
  const found = await readJsonFile(trialPath(stateFolder, place), importerTrialSchema);
  const isSame = found?.host === place.host && isSameName(found, place);
  return isSame && found.format === place.format ? found : null;
}

export async function saveTrial(stateFolder: string, trial: ImporterTrial): Promise<void> {
  makeFolder(trialFolder(stateFolder));
  const text = `${JSON.stringify(trial, null, 2)}\n`;
  await replaceFile(trialPath(stateFolder, trial), text, { force: true, uid: null });
}

function isSameName(one: TrialPlace, other: TrialPlace): boolean {
  return one.organization.toLowerCase() === other.organization.toLowerCase();
}

/** Beside the calibrations, whose folder is read whole. */
function trialFolder(stateFolder: string): string {
  return join(calibrationFolder(stateFolder), 'importer');
}

function trialPath(stateFolder: string, { host, organization, format }: TrialPlace): string {
  const name = nameOf([host, organization.toLowerCase(), format]);
  return join(trialFolder(stateFolder), name);
}

function pathOf({ stateFolder, host, account }: CalibratedHost): string {
  return join(calibrationFolder(stateFolder), nameOf([host, account]));
}

/** A hash, because what a host sent never becomes a path. */
function nameOf(parts: readonly string[]): string {
  return `${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24)}.json`;
}
