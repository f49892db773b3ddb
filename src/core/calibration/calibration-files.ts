import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { makeFolder } from '../kernel/files/make-folder.ts';
import { replaceFile } from '../kernel/files/write-result.ts';
import { type Calibration, calibrationSchema } from './findings.ts';
import { readJsonFile } from './scratch/read-json-file.ts';

/** Where the findings are, one file for each host and account. */
export function calibrationFolder(stateFolder: string): string {
  return join(stateFolder, 'calibration');
}

interface Place {
  readonly stateFolder: string;
  readonly host: string;
  /** Identity of the account on the host. */
  readonly account: string;
}

/** What was found last on this host with this account; `null` where nothing was. */
export async function readCalibration(place: Place): Promise<Calibration | null> {
  const found = await readJsonFile(pathOf(place), calibrationSchema);
  return found?.host === place.host && found.account === place.account ? found : null;
}

export async function saveCalibration(
  stateFolder: string,
  calibration: Calibration,
): Promise<void> {
  makeFolder(calibrationFolder(stateFolder));
  const { host, account } = calibration;
  const text = `${JSON.stringify(calibration, null, 2)}\n`;
  await replaceFile(pathOf({ stateFolder, host, account }), text);
}

/** A hash, because what a host sent never becomes a path. */
function pathOf({ stateFolder, host, account }: Place): string {
  const digest = createHash('sha256').update(`${host}\n${account}`).digest('hex').slice(0, 24);
  return join(calibrationFolder(stateFolder), `${digest}.json`);
}
