import type { KeptOptions } from '../../../choices/kept-options.ts';
import { rewritesLargeFiles } from '../../../choices/large-files.ts';
import type { RewriteFigures } from '../../../discovery/inventory-schema.ts';
import { readFigures } from '../../../discovery/large-files/find-large-files.ts';
import { namesText } from '../../../kernel/format/format.ts';
import type { PlannedRepository } from '../../../plan/plan-schema.ts';
import type { SourceRepository } from '../../../ports/records/repository.ts';
import type { MigrationServices } from '../../context/migration-context.ts';
import { rewrittenHistory } from '../../recorded/rewritten-history.ts';
import { rewriteFacts } from './rewrite-text.ts';

/** A repository whose large files are rewritten. */
export interface RewriteAhead {
  readonly isConfirmed: boolean;
  /** As an earlier run or `discover --include-large-files` has found them; `null`: nobody has looked since it changed. */
  readonly figures: RewriteFigures | null;
}

/** Finds whose large files are rewritten, and what is known of that, by slug. Contacts no host. */
export async function findRewrites(
  { store, deepRecords }: Pick<MigrationServices, 'store' | 'deepRecords'>,
  asked: {
    readonly workspace: string;
    /** `null`: it is about to begin. */
    readonly migration: string | null;
    readonly kept: Pick<KeptOptions, 'large_files'>;
    readonly repositories: readonly PlannedRepository[];
    readonly sources: ReadonlyMap<string, SourceRepository>;
  },
): Promise<ReadonlyMap<string, RewriteAhead>> {
  const { workspace, migration, kept, repositories, sources } = asked;
  const rewrites = new Map<string, RewriteAhead>();
  for (const planned of repositories) {
    if (!rewritesLargeFiles(kept, planned)) continue;
    const { source: repository, rewrite_history } = planned;
    const of = { migration: migration ?? '', repository };
    const history = migration === null ? null : await rewrittenHistory.find(store, of);
    const found = sources.get(repository);
    const place = { ...found, workspace, id: found?.id ?? '', updatedAt: found?.updatedAt ?? null };
    const looked = found === undefined ? null : await readFigures(deepRecords, place);
    const isConfirmed = rewrite_history === true || history?.confirmed === true;
    rewrites.set(repository, { isConfirmed, figures: history ?? looked });
  }
  return rewrites;
}

/** Says whose large files are rewritten, with figures where they are known and nobody has confirmed them. Pure. */
export function notesOfRewrites(rewrites: ReadonlyMap<string, RewriteAhead>): readonly string[] {
  if (rewrites.size === 0) return [];
  const open = [...rewrites].filter(([, { isConfirmed }]) => !isConfirmed);
  const stops = open.length > 0 ? '. Without a confirmation, new hashes stop a repository' : '';
  const unknown = open.filter(([, { figures }]) => figures === null).map(([slug]) => slug);
  return [
    `Files over the limit are rewritten to LFS: ${namesText([...rewrites.keys()])}${stops}`,
    ...open.flatMap(([slug, { figures }]) =>
      figures === null || figures.commits === 0
        ? []
        : [`${slug}: ${rewriteFacts(figures).join('; ')}`],
    ),
    ...(unknown.length === 0
      ? []
      : [
          `No figures yet for ${namesText(unknown)}: discover --include-large-files finds them in advance`,
        ]),
  ];
}
