import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MigratorError, toMigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Migration, RepositoryState } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import { importSource, startedImport } from '../../replica/recorded/imports/import-documents.ts';
import { stateFolder, workFolder } from '../../state/state-folder.ts';
import type { App, AppFlags } from '../app.ts';
import type { HandlerInput } from '../command-program.ts';
import { confirm, consentOf } from './consent.ts';
import { migrationOf } from './named-migration.ts';
import { refuseLocked, refusePaused } from './refuse-to-end.ts';

type CancelFlags = AppFlags & {
  readonly cancel: string;
  readonly plan: string | undefined;
  readonly resume: string | undefined;
  readonly yes: boolean;
};

/** A repository that the target holds, complete or not. */
interface Remaining {
  readonly source: string;
  readonly target: string;
  readonly status: RepositoryState['status'];
  readonly webUrl: string | null;
  readonly pullRequests: number;
  /** Id of the import that may still create it; `null` where none does, or the answer that names it was lost. */
  readonly importId: string | null;
  /** Id of where the archive comes from; `null` where none was registered. */
  readonly importSource: string | null;
  readonly import: 'none' | 'may-end' | 'aborted';
}

/** `migrator migrate --cancel`: ends a migration for good. Asks no host but for imports to be aborted, and leaves the target as it is. */
export async function cancelMigration(options: HandlerInput<CancelFlags>): Promise<ExitCode> {
  const { flags, program } = options;
  if (flags.plan !== undefined || flags.resume !== undefined) {
    throw new MigratorError('usage', '--cancel cannot be combined with other migrate options', {
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
        `${migration.id} ends for good and cannot be resumed; GitHub keeps everything migrated so far. Continue?`,
      );
      const writer = await store.acquire(migration.id, { pid, hostname });
      await writer.setStatus('cancelled');
      await writer.release();
    }
    await rm(join(workFolder(folder), migration.id), { recursive: true, force: true });
    const remaining = await remainingOnTarget(store, migration);
    const left = await abortImports(options, migration, remaining);
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
  throw new MigratorError('state', `Migration ${id} is already complete: nothing to cancel`, {
    hint: `To see it: migrator status --migration ${id}`,
  });
}

async function remainingOnTarget(store: Store, { id }: Migration): Promise<readonly Remaining[]> {
  const left: Remaining[] = [];
  for (const { source, target, status, webUrl } of await store.listRepositories(id)) {
    const created = await store.listObjects(id, source, 'repository');
    if (created.length === 0) continue;
    const pullRequests = (await store.listObjects(id, source, 'pull-request')).length;
    const [started] = await store.listObjects(id, source, 'import', startedImport);
    const isOpen = started !== undefined && created.every(({ targetId }) => targetId === null);
    const [from] = await store.listObjects(id, source, 'import', importSource);
    const known = { source, target, status, webUrl, pullRequests };
    const importId = isOpen ? started.targetId : null;
    left.push({
      ...known,
      importId,
      importSource: from?.targetId ?? null,
      import: isOpen ? 'may-end' : 'none',
    });
  }
  return left;
}

/** Aborts imports that GitHub has not ended, where it can be asked. */
async function abortImports(
  { program, flags }: HandlerInput<CancelFlags>,
  { target: { organization } }: Pick<Migration, 'target'>,
  left: readonly Remaining[],
): Promise<readonly Remaining[]> {
  if (left.every((one) => one.import === 'none')) return left;
  await using app = await program.openApp({ program, flags, resultOnly: true });
  const now: Remaining[] = [];
  for (const one of left) {
    const asked = { organization, signal: program.stop };
    const isAborted = one.import !== 'none' && (await abortImport(app, one, asked));
    now.push(isAborted ? { ...one, import: 'aborted' } : one);
  }
  return now;
}

/** @returns `false` where it has ended, or GitHub does not say: then people are told that it may still end */
async function abortImport(
  app: App,
  { importId, importSource: from, target: repository }: Remaining,
  { organization, signal }: { readonly organization: string; readonly signal: AbortSignal },
): Promise<boolean> {
  try {
    const { importer } = app.target();
    if (importer === null) return false;
    const find = async () => {
      // Ours alone comes from our source.
      const all = await importer.findImports({ organization, repository, signal });
      return all.find(({ source }) => source === from)?.id ?? null;
    };
    const id = importId ?? (from === null ? null : await find());
    return id !== null && (await importer.abortImport({ id, signal })) === true;
  } catch (error) {
    app.say(`Could not ask GitHub to abort an import: ${toMigratorError(error).message}`);
    return false;
  }
}

/** Keys as they stand in the output. */
function jsonOf({ import: state, importId: _, importSource: _source, ...one }: Remaining) {
  if (state === 'none') return one;
  return {
    ...one,
    ...(state === 'aborted' ? { import_aborted: true } : { may_be_imported: true }),
  };
}

const importTexts: Readonly<Partial<Record<Remaining['import'], string>>> = {
  'may-end': 'an import that may still finish',
  aborted: 'its import was aborted',
};

function lines({ id, target }: Migration, left: readonly Remaining[]): string {
  const organization = safe(target.organization);
  if (left.length === 0) return `Cancelled  ${id}\n${organization} has no repositories from it.\n`;
  const rows = left.map((one) => {
    const plain = one.status === 'succeeded' ? 'complete' : 'incomplete';
    const state = importTexts[one.import] ?? plain;
    const pulls = one.pullRequests === 0 ? '' : `, ${count(one.pullRequests, 'pull request')}`;
    return `  ${organization}/${safe(one.target)}  ${state}${pulls}  ${safe(one.webUrl ?? '')}`.trimEnd();
  });
  const many = count(left.length, 'repository', 'repositories');
  return `Cancelled  ${id}\n${organization} still has ${many} from it:\n${rows.join('\n')}\n`;
}
