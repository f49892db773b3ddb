import { saveTrial } from '../../calibration/calibration-files.ts';
import type { ProbeResult } from '../../calibration/probes/findings.ts';
import { calibrationFolder } from '../../calibration/scratch/calibration-folder.ts';
import { endScratch, removeLeftovers } from '../../calibration/scratch/clean-up.ts';
import { newScratchName } from '../../calibration/scratch/remove-scratch.ts';
import { scratchRepositories } from '../../calibration/scratch/scratch-repositories.ts';
import type { TrialStep } from '../../calibration/trial/importer-trial.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import type { ArchiveFormat } from '../../ports/target-importer.ts';
import { noImporter } from '../../replica/apply/import/target-importer.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import type { StartHosts } from '../embedded-hosts/hosts.ts';
import { tryFormat } from './try-format.ts';

interface TryImporter {
  readonly program: CommandProgram;
  readonly flags: Pick<AppFlags, 'config'>;
  readonly startHosts: StartHosts;
  readonly target: TargetHost;
  readonly organization: string;
  readonly formats: readonly ArchiveFormat[];
  /** Scratch repositories stay. */
  readonly keep: boolean;
}

/**
 * Imports migrator's own small repository into a private scratch repository, once for each format, reports what arrived, removes
 * the repository, and saves the findings. What an earlier trial has left is removed first.
 * @throws MigratorError where the importer cannot be used, `credentials`, `interrupted`
 */
export async function* tryImporter(options: TryImporter): AsyncGenerator<TrialStep> {
  const { program, target, formats } = options;
  if (target.importer === null) throw noImporter(target);
  const signal = AbortSignal.any([program.drain, program.stop]);
  const account = await target.verifyCredentials({ signal });
  const { login } = await target.findOwner({ name: options.organization, account, signal });
  const folder = stateFolder(program);
  const left = scratchRepositories(calibrationFolder(folder));
  for await (const text of removeLeftovers({ target, stateFolder: folder, signal }, left))
    yield { kind: 'note', message: text };
  for (const format of formats) {
    const name = newScratchName(program.random);
    yield { kind: 'note', message: `Importing into ${login}/${name}, private, as ${format} ...` };
    await left.add({ host: target.hostname, owner: login, name, isImported: true });
    let results: readonly ProbeResult[];
    try {
      results = await tryFormat({ ...options, format, target: { organization: login, name } });
    } finally {
      const text = await endScratch(options, { owner: login, left, name, current: name });
      if (text !== null) yield { kind: 'note', message: text };
    }
    for (const result of results) yield { kind: 'result', result };
    const place = { host: target.hostname, organization: login, format };
    const trial = { version: 1 as const, ...place, at: program.clock.now(), results: [...results] };
    await saveTrial(folder, trial);
    yield { kind: 'tried', trial };
  }
}
