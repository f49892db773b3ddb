import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scratchDescription } from '../../calibration/scratch/remove-scratch.ts';
import type { TrialPull } from '../../calibration/trial/trial-results.ts';
import { readVariable } from '../../kernel/environment.ts';
import { makeRunFolder } from '../../kernel/files/run-folder.ts';
import type { Program } from '../../kernel/program.ts';
import { readActivated } from '../../license/license-file.ts';
import type { SourceKind } from '../../ports/records/repository.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { StartHosts } from './hosts.ts';

/** An embedded Bitbucket with one repository, beside the user's own target. */
export interface TrialSource extends AsyncDisposable {
  readonly workspace: string;
  readonly pulls: readonly TrialPull[];
  /** Private; deleted when the source is closed. */
  readonly folder: string;
  /** The user's, with this source and a state of its own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Variables of the user's source and state; the target's, its proxy and the license stay. */
const isReplaced = /^(SRC_|MIGRATOR_(STATE|DATABASE|TELEMETRY|MARKER_KEY))/;

/** Clears what migrator.yaml may say of a source. */
const noSource = { SRC_DATA_CENTER_URL: '', SRC_TOKEN: '' };

export async function openTrialSource(options: {
  readonly program: Program;
  readonly startHosts: StartHosts;
  readonly source: SourceKind;
}): Promise<TrialSource> {
  const { program, startHosts, source } = options;
  const users = stateFolder(program);
  const license =
    readVariable(program.environment, 'MIGRATOR_LICENSE') ?? (await readActivated(users));
  const folder = await makeRunFolder(program, 'sandbox', users);
  const hosts = await startHosts({
    ...{ folder: join(folder, 'hosts'), source, target: 'github.com' },
    ...{ isLimited: false, path: program.environment.PATH ?? '', hasLfs: false },
    workspace: { trial: scratchDescription },
  });
  const own = Object.entries(program.environment).filter(([name]) => !isReplaced.test(name));
  const sources = Object.entries(hosts.environment).filter(([name]) => name.startsWith('SRC_'));
  return {
    workspace: hosts.workspace,
    pulls: hosts.trial,
    folder,
    environment: {
      ...Object.fromEntries(own),
      ...noSource,
      ...Object.fromEntries(sources),
      ...(license !== null && { MIGRATOR_LICENSE: license }),
      MIGRATOR_STATE_DIR: join(folder, 'state'),
      // migrator.yaml may name both.
      MIGRATOR_DATABASE_URL: 'none',
      MIGRATOR_TELEMETRY: '0',
    },
    async [Symbol.asyncDispose]() {
      await hosts.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
