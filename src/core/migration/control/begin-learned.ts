import { type Calibration, type HostFacts, whyStale } from '../../calibration/findings.ts';
import type { Account } from '../../ports/records/account.ts';
import type { MigrationContext, MigrationServices } from '../migration-context.ts';

/** How much longer than a calibration saw it take something made may need to show. */
const margin = 3;

/**
 * What a run knows of the target from its first request on: what a calibration has found, as long as it counts, and nothing
 * otherwise.
 */
export async function beginLearned(
  services: Pick<MigrationServices, 'readCalibration' | 'clock' | 'settleMilliseconds'>,
  account: Account,
): Promise<Pick<MigrationContext, 'learned' | 'settleMilliseconds'>> {
  const facts = factsOf(await services.readCalibration(account), services.clock.now());
  return {
    settleMilliseconds: Math.max(
      services.settleMilliseconds,
      margin * (facts.settleMilliseconds ?? 0),
    ),
    learned: {
      hostHasNoActions: false,
      marksMerges: facts.marksMerges ?? null,
      hasDrafts: facts.hasDrafts ?? true,
      members: null,
    },
  };
}

function factsOf(found: Calibration | null, now: number): HostFacts {
  if (found === null) return {};
  const { hostVersion } = found;
  return whyStale(found, { at: now, hostVersion }) === null ? found.facts : {};
}
