import { differencesOf, whyStale } from '../../calibration/findings.ts';
import type { Account } from '../../ports/records/account.ts';
import type { Preflight } from './preflight-questions.ts';

/** Where the target was found to behave otherwise than expected, and what migrator does instead. */
export async function notesOfCalibration(
  { services, organization }: Pick<Preflight, 'services' | 'organization'>,
  account: Account,
): Promise<readonly string[]> {
  const found = await services.readCalibration(account);
  if (found === null) return [];
  const day = new Date(found.at).toISOString().slice(0, 10);
  const why = whyStale(found, { at: services.clock.now(), hostVersion: found.hostVersion });
  if (why !== null) {
    return [
      `The calibration of ${found.host} on ${day} does not count any more: ${why}. Run it again: migrator doctor --calibrate --target-org ${organization}`,
    ];
  }
  return differencesOf(found).map((text) => `Calibration of ${found.host} on ${day}: ${text}`);
}
