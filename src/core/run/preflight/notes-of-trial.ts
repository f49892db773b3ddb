import { differencesOf, whyStale } from '../../calibration/probes/findings.ts';
import { trialCommand } from '../../calibration/trial/importer-trial.ts';
import type { TargetOwner } from '../../ports/records/account.ts';
import type { Preflight } from './preflight-questions.ts';

/**
 * Says before an import what a trial of the organization's importer lost, or that it is too old to count. A verification
 * finds the same after the import.
 */
export async function notesOfTrial(
  {
    services,
    repositories,
    imports,
    archiveFormat: format,
  }: Pick<Preflight, 'services' | 'repositories' | 'imports' | 'archiveFormat'>,
  { login }: Pick<TargetOwner, 'login'>,
): Promise<readonly string[]> {
  if (!repositories.some(imports)) return [];
  const { clock, readTrial } = services;
  const found = await readTrial({ organization: login, format });
  if (found === null) return [];
  const day = new Date(found.at).toISOString().slice(0, 10);
  const why = whyStale(found, { at: clock.now() });
  if (why !== null) {
    const again = trialCommand(login);
    return [
      `The trial of the importer in ${login} on ${day} is out of date: ${why}. Run it again: ${again}`,
    ];
  }
  return differencesOf(found).map((text) => `The importer in ${login} on ${day}: ${text}`);
}
