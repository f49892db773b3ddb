import { readCalibration } from '../../calibration/calibration-files.ts';
import { whyStale } from '../../calibration/probes/findings.ts';
import { count } from '../../kernel/format/format.ts';
import { shellValue } from '../../kernel/format/shell-quote.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { Account } from '../../ports/records/account.ts';
import type { TargetCheckup } from '../../ports/records/target-checkup.ts';
import { type Finding, pass, warn } from '../findings/finding.ts';

/** When the target was calibrated last with this account, and whether that still counts. */
export async function checkCalibration(
  { plan, now, stateFolder }: { plan: Plan | null; now: number; stateFolder: string },
  target: { host: string; account: Account; checkup: Pick<TargetCheckup, 'version'> },
): Promise<Finding> {
  const { host, account, checkup } = target;
  const command = `migrator doctor --calibrate --target-org ${plan === null ? '<organization>' : shellValue(plan.target.organization)}`;
  const found = await readCalibration({ stateFolder, host, account: account.id });
  if (found === null)
    return pass(
      'target-calibration',
      `${host} is not calibrated; to measure its real limits: ${command}`,
    );
  const day = new Date(found.at).toISOString().slice(0, 10);
  const version = found.hostVersion === null ? '' : ` ${found.hostVersion}`;
  const last = `Last calibration of ${host}${version} on ${day}`;
  const why = whyStale(found, { at: now, hostVersion: checkup.version });
  if (why !== null)
    return warn('target-calibration', `${last} is out of date: ${why}`, `Run: ${command}`);
  const others = found.results.filter(({ verdict }) => verdict === 'other').length;
  return pass('target-calibration', `${last}: ${count(others, 'difference')}`);
}
