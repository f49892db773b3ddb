import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../kernel/files/make-folder.ts';
import { replaceFile } from '../kernel/files/write-result.ts';
import { type Calibration, calibrationSchema } from './probes/findings.ts';
import { readJsonFile } from './scratch/read-json-file.ts';

/** Where the findings are, one file for each host and account. */
export function calibrationFolder(stateFolder: string): string {
  return join(stateFolder, 'calibration');
}

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

/** A hash, because what a host sent never becomes a path. */
function pathOf({ stateFolder, host, account }: CalibratedHost): string {
  const digest = createHash('sha256').update(`${host}\n${account}`).digest('hex').slice(0, 24);
  return join(calibrationFolder(stateFolder), `${digest}.json`);
}
