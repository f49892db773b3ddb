import type { Variables } from '../kernel/environment.ts';
import type { Program } from '../kernel/program.ts';
import { stateFolder } from '../state/state-folder.ts';
import type { License } from './license.ts';

/** The license that holds for some hosts. @throws `license` */
export type FindLicense = (hosts: readonly string[]) => Promise<License>;

/** Read when it is asked for: what a command does not need, it does not load. */
export function licenseFinder(program: Program, variables: Variables): FindLicense {
  return async (hosts) => {
    const { readLicense } = await import('./read-license.ts');
    const now = program.clock.now();
    const place = { variables, stateFolder: stateFolder(program), redactor: program.redactor };
    return readLicense({ ...place, now, hosts });
  };
}
