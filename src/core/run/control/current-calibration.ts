import { type Calibration, whyStale } from '../../calibration/probes/findings.ts';
import type { Account } from '../../ports/records/account.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';

/** Describes what was found last on the target, and why it does not count any more; `why` is `null` while it does. */
interface CurrentCalibration {
  readonly found: Calibration;
  readonly why: string | null;
}

/** An Enterprise Server is asked for its version, which may be another than then. `null` without any findings. */
export async function currentCalibration(
  {
    readCalibration,
    clock,
    target,
  }: Pick<MigrationServices, 'readCalibration' | 'clock' | 'target'>,
  account: Account,
): Promise<CurrentCalibration | null> {
  const found = await readCalibration(account);
  if (found === null) return null;
  const hostVersion = found.hostVersion === null ? null : await versionOf(target, found);
  return { found, why: whyStale(found, { at: clock.now(), hostVersion }) };
}

/** A server that cannot be asked now counts as the one that it was: the run itself meets what it cannot do. */
async function versionOf(
  target: Pick<MigrationServices['target'], 'checkUp'>,
  { hostVersion }: Calibration,
): Promise<string | null> {
  const checkup = await target.checkUp().catch(() => null);
  return checkup === null ? hostVersion : checkup.version;
}
