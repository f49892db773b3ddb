import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Migration, RepositoryState } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import { startedImport } from '../../replica/recorded/imports/import-documents.ts';
import { stateFolder, workFolder } from '../../state/state-folder.ts';
import type { HandlerInput } from '../command-program.ts';
import { confirm, consentOf } from './consent.ts';
import { migrationOf } from './named-migration.ts';
import { refuseLocked } from './refuse-locked.ts';
import { refusePaused } from './refuse-paused.ts';

interface CancelFlags {
  readonly cancel: string;
  readonly plan: string | undefined;
  readonly resume: string | undefined;
  readonly yes: boolean;
  readonly json: boolean;
  readonly config: string | undefined;
}

/** A repository that the target holds, complete or not. */
interface Remaining {
  readonly source: string;
  readonly target: string;
  readonly status: RepositoryState['status'];
  readonly webUrl: string | null;
  readonly pullRequests: number;
  /** GitHub may still create it out of an archive. */
  readonly mayBeImported: boolean;
}

/** `migrator migrate --cancel`: ends a migration for good. Asks no host, and leaves the target as it is. */
export async function cancelMigration(options: HandlerInput<CancelFlags>): Promise<ExitCode> {
  const { flags, program } = options;
  if (flags.plan !== undefined || flags.resume !== undefined) {
    throw new MigratorError('usage', '--cancel takes no other options of migrate', {
      hint: 'See migrator migrate --help.',
    });
  }
  const folder = stateFolder(program);
  const { hostname, pid } = program;
  const store = await program.openStore({ program, config: flags.config });
  try {
    const migration = await migrationOf(store, flags.cancel);
    refuseCompleted(migration);
    await refusePaused(store, migration);
    await refuseLocked(store, migration);
    if (migration.status !== 'cancelled') {
      await confirm(
        consentOf(flags, program),
        `Cancelling ${migration.id}`,
        `${migration.id} ends for good and cannot be resumed; the target stays as it is. Continue?`,
      );
      const writer = await store.acquire(migration.id, { pid, hostname });
      await writer.setStatus('cancelled');
      await writer.release();
    }
    await rm(join(workFolder(folder), migration.id), { recursive: true, force: true });
    const left = await remainingOnTarget(store, migration);
    program.stdout.write(
      flags.json
        ? jsonLine({ type: 'cancelled', migration: migration.id, repositories: left.map(jsonOf) })
        : lines(migration, left),
    );
    return exitCodes.done;
  } finally {
    await store.close();
  }
}

function refuseCompleted({ id, status }: Migration): void {
  if (status !== 'completed') return;
  throw new MigratorError('state', `Migration ${id} is completed: nothing to cancel`, {
    hint: `See it with: migrator status --migration ${id}`,
  });
}

async function remainingOnTarget(store: Store, { id }: Migration): Promise<readonly Remaining[]> {
  const left: Remaining[] = [];
  for (const { source, target, status, webUrl } of await store.listRepositories(id)) {
    const created = await store.listObjects(id, source, 'repository');
    if (created.length === 0) continue;
    const pullRequests = (await store.listObjects(id, source, 'pull-request')).length;
    const hasStarted = (await store.listObjects(id, source, 'import', startedImport)).length > 0;
    const mayBeImported = hasStarted && created.every(({ targetId }) => targetId === null);
    left.push({ source, target, status, webUrl, pullRequests, mayBeImported });
  }
  return left;
}

/** Keys as they stand in the output. */
function jsonOf({ mayBeImported, ...one }: Remaining) {
  return mayBeImported ? { ...one, may_be_imported: true } : one;
}

function lines({ id, target }: Migration, left: readonly Remaining[]): string {
  const organization = safe(target.organization);
  if (left.length === 0) return `Cancelled  ${id}\n${organization} has no repositories from it.\n`;
  const rows = left.map((one) => {
    const state = one.mayBeImported
      ? 'an import that may still end'
      : one.status === 'succeeded'
        ? 'complete'
        : 'incomplete';
    const pulls = one.pullRequests === 0 ? '' : `, ${count(one.pullRequests, 'pull request')}`;
    return `  ${organization}/${safe(one.target)}  ${state}${pulls}  ${safe(one.webUrl ?? '')}`.trimEnd();
  });
  const many = count(left.length, 'repository', 'repositories');
  return `Cancelled  ${id}\n${organization} still has ${many} from it:\n${rows.join('\n')}\n`;
}
