import type { RewriteFigures } from '../../../discovery/inventory-schema.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import { count, formatBytes, mebibytes } from '../../../kernel/format/format.ts';
import { shellWord } from '../../../kernel/format/shell-quote.ts';
import type { RewrittenHistory } from '../../recorded/rewritten-history.ts';

/**
 * Everything that a person has to know before hashes change, in clauses. Pure.
 * @param most so many files are named
 */
export function rewriteFacts(figures: RewriteFigures, most = 3): readonly string[] {
  const { commits, files, file_count, lfs_bytes, signatures, pull_requests } = figures;
  const shown = files.slice(0, most).map(({ path, bytes }) => `${path} (${mebibytes(bytes)})`);
  const more = file_count > shown.length ? ` and ${file_count - shown.length} more` : '';
  return [
    count(commits, 'commit gets a new hash', 'commits get new hashes'),
    `${count(file_count, 'file moves', 'files move')} to LFS: ${shown.join(', ')}${more}`,
    `${formatBytes(lfs_bytes)} of LFS storage`,
    ...(signatures === 0 ? [] : [count(signatures, 'signature is lost', 'signatures are lost')]),
    ...(pull_requests === null
      ? []
      : [`${count(pull_requests, 'pull request has', 'pull requests have')} new commits`]),
  ];
}

/** How a repository differs from its source since it was rewritten. Pure. */
export function rewrittenText({ commits, file_count, lfs_bytes, maps }: RewrittenHistory): string {
  const changed = count(commits, 'commit has a new hash', 'commits have new hashes');
  const moved = count(file_count, 'file is in LFS', 'files are in LFS');
  const map = maps === null ? '' : `; commit map: ${maps.csv}`;
  return `${changed}, ${moved} (${formatBytes(lfs_bytes)})${map}`;
}

/** The refusal of a rewrite that nobody has confirmed. Pure. */
export function unconfirmedRewrite(history: RewrittenHistory, slug: string): MigratorError {
  const message = `Rewriting its history is not confirmed: ${rewriteFacts(history).join('; ')}`;
  return new MigratorError('refused', message, {
    hint: `Confirm with --rewrite-history ${shellWord(slug)} on migrate, sync or cutover. Or resume in a terminal, and type rewrite.`,
  });
}
