import type { FindLicense } from './find-license.ts';
import { type License, licenseWarning } from './license.ts';

/** Finds the license and tells what is worth a warning. */
export interface LicenseCheck {
  readonly license: FindLicense;
  say(line: string): void;
}

/**
 * The license of a command that writes to hosts and is no migration, and what there is to be said of it.
 * @param options.hosts names of all hosts that the command works with
 * @throws `license` where there is none, or it cannot be accepted
 */
export async function openLicense({
  app,
  hosts,
  now,
}: {
  app: LicenseCheck;
  hosts: readonly string[];
  now: number;
}): Promise<License> {
  const license = await app.license(hosts);
  const warning = licenseWarning(license, now);
  if (warning !== null) app.say(`warning  ${warning}`);
  return license;
}
