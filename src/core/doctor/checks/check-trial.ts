import { readTrial } from '../../calibration/calibration-files.ts';
import { whyStale } from '../../calibration/probes/findings.ts';
import { trialCommand } from '../../calibration/trial/importer-trial.ts';
import { importedFormat } from '../../choices/imported-format.ts';
import { count } from '../../kernel/format/format.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { type Finding, pass, warn } from '../findings/finding.ts';

/** When the importer was tried last in the plan's organization, and whether that still counts. None for plans without imports. */
export async function checkTrial(
  { plan, now, stateFolder }: { plan: Plan | null; now: number; stateFolder: string },
  host: string,
): Promise<readonly Finding[]> {
  const format = plan === null ? null : importedFormat(plan);
  if (plan === null || format === null) return [];
  const { organization } = plan.target;
  const again = trialCommand(organization);
  const found = await readTrial(stateFolder, { host, organization, format });
  if (found === null) {
    const text = `The importer has not been tested in ${organization}`;
    return [warn('target-importer-trial', text, `Run: ${again}`)];
  }
  const last = `Last test of the importer in ${organization} on ${new Date(found.at).toISOString().slice(0, 10)}`;
  const why = whyStale(found, { at: now });
  if (why !== null)
    return [warn('target-importer-trial', `${last} is out of date: ${why}`, `Run: ${again}`)];
  const others = found.results.filter(({ verdict }) => verdict === 'other').length;
  return [pass('target-importer-trial', `${last}: ${count(others, 'difference')}`)];
}
