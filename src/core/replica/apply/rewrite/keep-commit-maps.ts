import { join } from 'node:path';
import { type MirrorOptions, runInMirror } from '../../../git/process/mirror-command.ts';
import { commitMapCsv, commitMapOfFilterRepo } from '../../../git/rewrite/commit-map-text.ts';
import { figuresOf } from '../../../git/rewrite/rewrite-figures.ts';
import { makeFolder } from '../../../kernel/files/make-folder.ts';
import { writeText } from '../../../kernel/files/write-result.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { rewrittenHistory } from '../../recorded/rewritten-history.ts';
import { rewrittenText } from './rewrite-text.ts';

export type KeepContext = Pick<
  RepositoryContext,
  'rewriting' | 'fetched' | 'records' | 'commitMaps' | 'targetName' | 'warn'
>;

/**
 * Writes which commit became which in both forms, once everything is on the target: commits of pull requests come last.
 * Nothing happens where no history was rewritten.
 */
export async function keepCommitMaps(context: KeepContext): Promise<void> {
  const { rewriting, fetched, records, commitMaps: folder, targetName } = context;
  if (rewriting === null) return;
  const rewrite = await rewriting.read();
  const { commits: map } = rewrite;
  const known = await rewrittenHistory.read(records);
  if (map.size === 0 || (known !== null && known.maps !== null && known.commits === map.size))
    return;
  makeFolder(folder);
  const maps = {
    csv: join(folder, `${targetName.name}.commit-map.csv`),
    filter_repo: join(folder, `${targetName.name}.commit-map.txt`),
  };
  const writing = { isPrivate: true, force: true, uid: null };
  await writeText(maps.csv, [...commitMapCsv(map)].join(''), writing);
  const commits = await listCommits(fetched);
  const text = [...commitMapOfFilterRepo(map, commits)].join('');
  await writeText(maps.filter_repo, text, writing);
  const history = {
    ...{ ...figuresOf(rewrite), confirmed: true, limit: rewriting.limit, maps },
    pull_requests: known?.pull_requests ?? null,
  };
  await rewrittenHistory.save(records, history);
  context.warn(rewrittenText(history));
}

async function listCommits(mirror: MirrorOptions): Promise<readonly string[]> {
  const commits: string[] = [];
  await runInMirror(mirror, {
    args: ['rev-list', '--all'],
    doing: 'Reading the history of',
    onLine: (line) => commits.push(line),
  });
  return commits;
}
