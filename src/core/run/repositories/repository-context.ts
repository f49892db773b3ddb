import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { importsArchives, keptFor } from '../../choices/engine.ts';
import { migratesPullRequests } from '../../choices/kept-options.ts';
import { rewritesLargeFiles } from '../../choices/large-files.ts';
import { inspectMirror } from '../../git/mirror/inspect.ts';
import { listRemote, listRemoteRefs, readRefs } from '../../git/mirror/refs.ts';
import { PushLimiter } from '../../git/push/push-limiter.ts';
import { updateRemoteRefs } from '../../git/push/update-remote-refs.ts';
import { openRewriting } from '../../git/rewrite/rewriting.ts';
import { repositoryRecords } from '../../journal/repository-records.ts';
import { remembered } from '../../kernel/async/remembered.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import { usualFileBytes } from '../../ports/target-host.ts';
import type {
  MigrationContext,
  RepositoryContext,
  TargetRefs,
} from '../../replica/context/migration-context.ts';
import { batchSize } from '../../replica/context/pull-requests/numbering.ts';
import { createReadAhead } from '../../replica/reading/read-ahead.ts';
import type { ReadPlace } from '../../replica/reading/reading.ts';
import { commitMapFolder } from '../../state/state-folder.ts';
import { repositoryStream } from './repository-stream.ts';

export interface RepositoryRun {
  readonly context: MigrationContext;
  readonly planned: PlannedRepository;
  readonly sourceRepository: SourceRepository;
  /** The slug on the source, where it is no longer the planned one. */
  readonly sourceSlug?: string;
  /** Aborted: everything stops at once, and nothing is recorded as failed. */
  readonly signal: AbortSignal;
  /** No further step is begun once this says yes. */
  readonly isDraining: () => boolean;
}

/** Returns what the steps of one repository share; facts of its mirror are found out once. */
export function repositoryContext(
  options: RepositoryRun & Pick<RepositoryContext, 'isResumed' | 'wasReset' | 'readPhase'>,
): RepositoryContext {
  const { planned, sourceRepository, signal, isResumed, wasReset } = options;
  const context = { ...options.context, kept: keptFor(options.context.kept, planned) };
  const { target, plan, owner } = context;
  const directory = mirrorFolder(context, sourceRepository);
  const mirrors = openMirrors(context, { planned, directory, signal });
  const { mirror, fetched, rewriting } = mirrors;
  const refs = remembered(() => readRefs(mirror));
  const inspection = remembered(async () =>
    inspectMirror({
      ...mirror,
      refs: await refs.get(),
      ...{ limits: target.limits, isRewritten: rewriting !== null },
      canPushWorkflows: canPushWorkflows(context),
    }),
  );
  const targetName = { owner: owner.login, name: planned.target };
  const pushLimiter = new PushLimiter(context.waitingClock, target.limits.pushesPerMinute, (wait) =>
    context.reportWait({ ...wait, host: target.hostname }),
  );
  const sourceName = {
    workspace: plan.source.workspace,
    slug: options.sourceSlug ?? planned.source,
  };
  const forgetRead = () => rm(`${directory}.read`, { recursive: true, force: true });
  async function forgetFound(): Promise<void> {
    refs.forget();
    inspection.forget();
    await rm(`${directory}.pull-requests`, { force: true });
  }
  return {
    ...context,
    ...{ planned, sourceRepository, sourceName, targetName },
    targetFullName: `${owner.login}/${planned.target}`,
    targetOwner: owner,
    sourceRefs: sourceRefs(context, { sourceName, signal }),
    targetRefs: targetRefs(context, { mirror, targetName, pushLimiter, readRefs: refs.get }),
    records: repositoryRecords({ ...context, repository: planned.source }),
    ...{ mirror, fetched, rewriting },
    commitMaps: commitMapFolder(dirname(context.workFolder), context.migration),
    stream: repositoryStream(context, {
      ...{ mirror: fetched, rewriting, sourceName, targetName, sourceRepository, pushLimiter },
      ...{ isResumed, wasReset },
    }),
    ...{ signal, isResumed, wasReset, readPhase: options.readPhase },
    isDraining: options.isDraining,
    ...pullRequestReading({ ...options, sourceName, directory }),
    pushLimiter,
    readRefs: refs.get,
    unpushable: new Set(),
    rememberRefs: refs.set,
    inspect: inspection.get,
    forgetRead,
    async forgetMirror() {
      await forgetFound();
      await forgetRead();
      await mirrors.remove();
    },
    async keepMirror() {
      await forgetFound();
      // An import reads everything once more, while the source is locked.
      if (!importsArchives(context.kept)) await forgetRead();
      await mirrors.shrink();
    },
    reportProgress: () => {},
    warn(text) {
      context.emit(warningOf(text, { repository: planned.source, migration: context.migration }));
    },
  };
}

/** Notes that are kept in the state have `<id>` in place of the migration. */
function warningOf(
  text: string,
  { repository, migration }: { readonly repository: string; readonly migration: string },
) {
  const message = text.replaceAll('<id>', migration);
  return { type: 'repository-warning', repository, message } as const;
}

/** The mirror as the source has it, and where large files are rewritten the copy beside it, which everything else works on. */
function openMirrors(
  { git, kept, target }: MigrationContext,
  { planned, directory, signal }: Pick<RepositoryRun, 'planned' | 'signal'> & { directory: string },
) {
  const fetched = { git, directory, signal };
  const into = `${directory}${rewrittenSuffix}`;
  const limit = target.limits.maxFileBytes ?? usualFileBytes;
  const rewriting = rewritesLargeFiles(kept, planned)
    ? openRewriting(fetched, { into, limit })
    : null;
  return {
    ...{ fetched, rewriting },
    mirror: rewriting === null ? fetched : { ...fetched, directory: into },
    async remove() {
      await removeMirror(directory);
      await rm(into, { recursive: true, force: true });
    },
    /** The target has its LFS objects, and a rewrite gives the same again. */
    async shrink() {
      for (const left of [join(directory, 'lfs'), into])
        await rm(left, { recursive: true, force: true });
    },
  };
}

function pullRequestReading({
  context,
  planned,
  ...options
}: Parameters<typeof repositoryContext>[0] & Pick<ReadPlace, 'sourceName' | 'directory'>): Pick<
  RepositoryContext,
  'wantsPullRequests' | 'readPlace' | 'readAhead'
> {
  const { sourceName, directory, isDraining, isResumed, signal } = options;
  const { now } = context.clock;
  const wantsPullRequests = migratesPullRequests(context.kept, planned);
  const source = context.source.pullRequests;
  const readPlace = { source, sourceName, directory, now, isDraining };
  const isWanted = wantsPullRequests && !isResumed && !options.wasReset;
  const readAhead = createReadAhead(readPlace, { isWanted, first: batchSize, signal });
  return { wantsPullRequests, readPlace, readAhead };
}

/** The rewritten copy lies beside the mirror. */
const rewrittenSuffix = '.rewritten';

/** Removes the mirror of a repository that nothing is fetched from any more, with all that lies beside it. */
export async function removeMirrorOf(...of: Parameters<typeof mirrorFolder>): Promise<void> {
  await emptyMirrorOf(...of);
  // The last one leaves nothing; others may still have theirs.
  await rmdir(dirname(mirrorFolder(...of))).catch(() => {});
}

/** The same for one that is fetched again: the folder of all mirrors stays, in which another may just begin. */
export async function emptyMirrorOf(...of: Parameters<typeof mirrorFolder>): Promise<void> {
  const directory = mirrorFolder(...of);
  const besides = [
    '.pull-requests',
    '.read',
    '.archive',
    '.tar.gz',
    '.tar',
    '.leaving',
    '.claim',
    rewrittenSuffix,
    '',
  ];
  for (const beside of besides) await rm(`${directory}${beside}`, { recursive: true, force: true });
}

/** Renames the mirror first, so that a half-removed one is never used. */
async function removeMirror(directory: string): Promise<void> {
  const leaving = `${directory}.leaving`;
  await rm(leaving, { recursive: true, force: true });
  if (existsSync(directory)) await rename(directory, leaving);
  await rm(leaving, { recursive: true, force: true });
}

function sourceRefs(
  { source, git }: MigrationContext,
  { sourceName, signal }: Pick<RepositoryContext, 'sourceName' | 'signal'>,
): RepositoryContext['sourceRefs'] {
  return { list: () => listRemote({ git, access: source.gitAccess(sourceName), signal }) };
}

function targetRefs(
  { target, waitingClock, reportWait }: MigrationContext,
  repository: Pick<RepositoryContext, 'mirror' | 'targetName' | 'pushLimiter' | 'readRefs'>,
): TargetRefs {
  const { mirror, targetName, pushLimiter, readRefs } = repository;
  const access = target.gitAccess(targetName);
  return {
    list: () => listRemoteRefs({ git: mirror.git, access, signal: mirror.signal }),
    async update(updates, onTarget) {
      if (updates.length === 0) return [];
      return updateRemoteRefs({
        ...mirror,
        access,
        updates,
        onTarget: onTarget ?? (await readRefs()).values(),
        limits: target.limits,
        clock: waitingClock,
        pace: pushLimiter,
        onWait: ({ until, reason }) => reportWait({ until, reason, host: target.hostname }),
      });
    },
  };
}

/** A hash, because names that a host chose never become paths. */
export function mirrorFolder(
  context: Pick<MigrationContext, 'workFolder' | 'migration'>,
  repository: Pick<SourceRepository, 'id'>,
): string {
  const hash = createHash('sha256').update(repository.id).digest('hex').slice(0, 24);
  return join(context.workFolder, context.migration, `${hash}.git`);
}

/** Tokens without a list of scopes (fine-grained ones) get the benefit of the doubt: the push will show. */
function canPushWorkflows({ account }: MigrationContext): boolean {
  return account.scopes === null || account.scopes.includes('workflow');
}
