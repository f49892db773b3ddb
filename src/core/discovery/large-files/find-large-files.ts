import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchMirror } from '../../git/mirror/mirror.ts';
import type { GitTool } from '../../git/process/git-tool.ts';
import { figuresOf, isConcerned } from '../../git/rewrite/rewrite-figures.ts';
import { rewriteMirror } from '../../git/rewrite/rewritten-mirror.ts';
import type { MigratorError } from '../../kernel/errors.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import { usualFileBytes } from '../../ports/target-host.ts';
import type { DeepRecords } from '../deep-scan/deep-records.ts';
import type { RewriteFigures } from '../inventory-schema.ts';
import { type Scan, scanFailure, throwIfDraining } from '../scan-each.ts';
import { createScanRefusals } from '../scan-refusals.ts';

export interface LargeFilesFound {
  /** By slug. */
  readonly facts: ReadonlyMap<string, { readonly large_files: RewriteFigures }>;
  readonly failed: readonly { readonly slug: string; readonly error: MigratorError }[];
}

interface FindLargeFiles extends Scan {
  readonly source: SourceHost;
  readonly git: GitTool;
  readonly workspace: string;
  readonly repositories: readonly SourceRepository[];
  readonly records: DeepRecords;
  /** Mirrors are here for as long as one is looked at. */
  readonly folder: string;
  /** Reports how far it is. */
  readonly onProgress: (done: number, slug: string) => void;
}

/**
 * Fetches each repository, and rewrites a copy of it in which files over GitHub's limit are LFS objects: its figures are those of
 * the run. One repository after the other, because disks are small; both copies are removed at once.
 * @throws `interrupted`, and what concerns all repositories
 */
export async function findLargeFiles(options: FindLargeFiles): Promise<LargeFilesFound> {
  const { repositories, workspace, records, onProgress } = options;
  const facts = new Map<string, { readonly large_files: RewriteFigures }>();
  const { attempt, refused } = createScanRefusals<SourceRepository>();
  try {
    for (const [index, repository] of repositories.entries()) {
      throwIfDraining(options);
      const { id, slug, updatedAt } = repository;
      onProgress(index, slug);
      await attempt(repository, async () => {
        const place = { workspace, id, updatedAt };
        const known = await readFigures(records, place);
        const figures = known ?? (await lookAt(repository, options));
        if (known === null) await records.add(place, { kind: 'large-files', figures });
        facts.set(slug, { large_files: figures });
      });
    }
  } catch (thrown) {
    throw scanFailure(thrown, {
      message: `Stopped after fetching ${facts.size} of ${repositories.length} repositories`,
      hint: 'The results are saved: run the same command again to continue.',
    });
  }
  return { facts, failed: [...refused].map(([{ slug }, error]) => ({ slug, error })) };
}

/** Returns what an earlier look has found in the version that a repository has now; `null` where there was none. */
export async function readFigures(
  records: DeepRecords,
  repository: Parameters<DeepRecords['read']>[0],
): Promise<RewriteFigures | null> {
  const found = await records.read(repository);
  return found.findLast((record) => record.kind === 'large-files')?.figures ?? null;
}

async function lookAt(
  { id, slug }: SourceRepository,
  { source, git, workspace, folder, signal }: FindLargeFiles,
): Promise<RewriteFigures> {
  const name = createHash('sha256').update(`${workspace}\n${id}`).digest('hex').slice(0, 24);
  const directory = join(folder, `${name}.git`);
  const into = `${directory}.rewritten`;
  const mirror = { git, directory, signal };
  try {
    const access = source.gitAccess({ workspace, slug });
    const { refs } = await fetchMirror({ ...mirror, access, depth: null });
    if (refs.size === 0) return nothing;
    const rewritten = await rewriteMirror({ ...mirror, into, limit: usualFileBytes });
    const { commits } = rewritten;
    if (commits.size === 0) return nothing;
    let concerned = 0;
    const list = { workspace, slug, signal, toCompare: true };
    for await (const { pullRequests } of source.pullRequests.list(list))
      concerned += pullRequests.filter((one) => isConcerned(one, commits)).length;
    return { ...figuresOf(rewritten), limit: usualFileBytes, pull_requests: concerned };
  } finally {
    for (const copy of [into, directory]) await rm(copy, { recursive: true, force: true });
  }
}

const nothing: RewriteFigures = {
  ...{ limit: usualFileBytes, commits: 0, file_count: 0, lfs_bytes: 0, files: [] },
  ...{ signatures: 0, pull_requests: 0 },
};
