import type { App } from '../app/create-app.ts';
import { type License, licenseWarning } from './license.ts';

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
  app: Pick<App, 'license' | 'say'>;
  hosts: readonly string[];
  now: number;
}): Promise<License> {
  const license = await app.license(hosts);
  const warning = licenseWarning(license, now);
  if (warning !== null) app.say(`warning  ${warning}`);
  return license;
}
