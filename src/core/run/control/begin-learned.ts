import type { HostFacts } from '../../calibration/probes/findings.ts';
import { losesSameSecond } from '../../calibration/trial/importer-trial.ts';
import type { Account } from '../../ports/records/account.ts';
import type { TargetHost, TargetLimits } from '../../ports/target-host.ts';
import type {
  MigrationContext,
  MigrationServices,
} from '../../replica/context/migration-context.ts';
import { currentCalibration } from './current-calibration.ts';

/** How much longer than a calibration saw it take something made may need to show. */
const margin = 3;

/** Of the characters that a body may have: hosts count some of them twice. */
const bodyShare = 0.9;

/**
 * Returns what a run knows of the target from its first request on: what a calibration has found, as long as it counts,
 * and what the host documents otherwise. The one place where findings replace what is documented; all code behind it
 * asks the target's limits and `learned`.
 */
export async function beginLearned(
  services: Pick<
    MigrationServices,
    'readCalibration' | 'readTrial' | 'clock' | 'settleMilliseconds' | 'target'
  >,
  { account, organization }: { readonly account: Account; readonly organization: string },
): Promise<Pick<MigrationContext, 'learned' | 'settleMilliseconds' | 'target'>> {
  const current = await currentCalibration(services, account);
  const facts = current?.why === null ? current.found.facts : {};
  const { target } = services;
  const trial = await services.readTrial({ organization, format: 'github' });
  target.pace.adopt(facts);
  return {
    target: withLimits(target, facts),
    settleMilliseconds: Math.max(
      services.settleMilliseconds,
      margin * (facts.settleMilliseconds ?? 0),
    ),
    learned: {
      hostHasNoActions: false,
      marksMerges: facts.marksMerges ?? null,
      markMilliseconds: margin * (facts.markMilliseconds ?? 0),
      hasDrafts: facts.hasDrafts ?? true,
      losesSameSecond: losesSameSecond(trial),
      members: null,
      importedFiles: new Map(),
    },
  };
}

/** A host may take less than it documents; that it takes more is never relied on. */
function withLimits(target: TargetHost, facts: HostFacts): TargetHost {
  const { refsPerPush, bodyCharacters, commentsPerReview } = target.limits;
  const limits: TargetLimits = {
    ...target.limits,
    refsPerPush: Math.min(refsPerPush, facts.refsPerPush ?? refsPerPush),
    bodyCharacters: Math.min(
      bodyCharacters,
      Math.floor(bodyShare * (facts.bodyCharacters ?? Number.POSITIVE_INFINITY)),
    ),
    commentsPerReview: Math.min(commentsPerReview, facts.commentsPerReview ?? commentsPerReview),
  };
  return { ...target, limits };
}
