import { rewrittenSlugs } from '../../choices/large-files.ts';
import { migrationOptions } from '../../choices/options.ts';
import { formatBytes } from '../../kernel/format/format.ts';
import type { Program } from '../../kernel/program.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { checkDiskSpace, freeBytes } from '../../run/control/check-disk-space.ts';
import { findPlannedSources } from '../../run/preflight/find-planned-sources.ts';
import { stateFolder, workFolder } from '../../state/state-folder.ts';
import type { DoctorTools } from '../findings/doctor-tools.ts';
import { type Finding, failed, pass } from '../findings/finding.ts';

/** Tells whether the mirrors of a plan have room; without one, how much room there is. */
export async function checkDisk(options: {
  app: DoctorTools;
  plan: Plan | null;
  program: Program;
  signal: AbortSignal;
}): Promise<readonly Finding[]> {
  const { app, plan, signal } = options;
  const work = workFolder(stateFolder(options.program));
  const free = await freeBytes(work);
  if (free === null) return [];
  const message = `${formatBytes(free)} free at ${work}`;
  if (plan === null) return [pass('disk', message)];
  try {
    const { found, problems } = await findPlannedSources({
      services: { source: app.source({ usesGit: false }) },
      workspace: plan.source.workspace,
      repositories: plan.repositories,
      signal,
    });
    const { workers } = migrationOptions({ flags: {}, plan: plan.options, config: app.config });
    const { large_files = 'refuse' } = plan.options;
    const rewritten = rewrittenSlugs({ large_files }, plan.repositories);
    const needed = { sources: found, options: { workers }, rewritten };
    await checkDiskSpace({ services: { workFolder: work }, ...needed });
    return [
      pass('disk', `${message}, enough for the plan's largest repositories`),
      ...problems.map((problem) => failed('plan', problem)),
    ];
  } catch (error) {
    return [failed('disk', error)];
  }
}
