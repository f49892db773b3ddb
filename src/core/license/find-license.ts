import type { Variables } from '../kernel/environment.ts';
import type { Program } from '../kernel/program.ts';
import { stateFolder } from '../state/state-folder.ts';
import { type License, licenseWarning } from './key/license.ts';

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

/** Finds the license and what is worth a warning. */
export interface LicenseCheck {
  readonly license: FindLicense;
  say(line: string): void;
}

/**
 * The license of a command that writes to hosts and is no migration, and what there is to be said of it.
 * @param options.hosts names of all hosts that the command works with
 * @throws `license` where there is none, or it cannot be accepted
 */
export async function openLicense(options: {
  app: LicenseCheck;
  hosts: readonly string[];
  now: number;
}): Promise<License> {
  const { app } = options;
  const license = await app.license(options.hosts);
  const warning = licenseWarning(license, options.now);
  if (warning !== null) app.say(`warning  ${warning}`);
  return license;
}
