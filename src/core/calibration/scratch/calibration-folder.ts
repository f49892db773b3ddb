import { join } from 'node:path';

/** Where the findings are, one file for each host and account, and the list of scratch repositories. */
export function calibrationFolder(stateFolder: string): string {
  return join(stateFolder, 'calibration');
}
