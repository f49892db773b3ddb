import { toMigratorError } from '../kernel/errors.ts';
import { type LicenseCheck, openLicense } from '../license/find-license.ts';
import { requireFeature } from '../license/key/license.ts';

/**
 * Requires a license for vault synchronisation (Pro and Ultimate). A dry run, which writes nothing, only notes it.
 * @param options.hosts names of all hosts that the command works with
 * @throws `license`
 */
export async function requireVaultSync(options: {
  app: LicenseCheck;
  hosts: readonly string[];
  now: number;
  dryRun: boolean;
}): Promise<void> {
  try {
    requireFeature(await openLicense(options), 'vault-sync');
  } catch (thrown) {
    const error = toMigratorError(thrown);
    if (!options.dryRun || error.code !== 'license') throw error;
    options.app.say(`note  A run would be refused: ${error.message}`);
  }
}
