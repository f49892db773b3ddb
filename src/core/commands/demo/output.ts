import { tableLines } from '../../kernel/format/fold-lines.ts';
import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { ComparedPullRequest, Found } from './compare-pull-requests.ts';
import type { Comparison } from './compare-workspaces.ts';

/** The comparison as a table with a verdict. Pure. */
export function comparisonLines(comparison: Comparison, columns: number | null): readonly string[] {
  const rows = comparison.repositories.map(
    ({ source, target, source_refs, target_refs, equal }) => [
      safe(source),
      safe(target),
      String(source_refs),
      String(target_refs),
      equal ? 'equal' : 'DIFFERENT',
    ],
  );
  const header = ['source', 'target', 'source refs', 'target refs', ''];
  const repositories = count(rows.length, 'repository', 'repositories');
  const verdict = comparison.all_equal
    ? `Every ref is equal: ${count(comparison.refs, 'ref')} in ${repositories}.`
    : 'Some refs differ.';
  return ['', ...tableLines([header, ...rows], columns), '', verdict];
}

/** The pull requests of source and target as a table of at most 80 columns with a verdict. Pure. */
export function pullRequestLines(
  rows: readonly ComparedPullRequest[],
  columns: number | null,
): readonly string[] {
  if (rows.length === 0) return [];
  const header = [
    'repository',
    'number',
    'source',
    'target',
    'general',
    'lines',
    'replies',
    'all?',
  ];
  const cells = rows.map((row) => [
    safe(row.repository),
    row.number === row.target_number
      ? `#${row.number}`
      : `#${row.number} -> ${row.target_number ?? '-'}`,
    row.state,
    row.target_state ?? 'MISSING',
    foundText(row.general),
    foundText(row.on_lines),
    foundText(row.replies),
    row.accounted ? 'yes' : 'NO',
  ]);
  const comments = rows.reduce((sum, row) => sum + commentsOf(row), 0);
  const verdict = rows.every(({ accounted }) => accounted)
    ? `Every pull request is accounted for: ${count(rows.length, 'pull request')} with ${count(comments, 'comment')}.`
    : 'Not every pull request is accounted for.';
  return ['', ...tableLines([header, ...cells], columns), '', verdict];
}

function foundText({ there, here }: Found): string {
  if (there === 0) return '-';
  return there === here ? String(there) : `${here} of ${there}`;
}

function commentsOf({ general, on_lines, replies }: ComparedPullRequest): number {
  return general.there + on_lines.there + replies.there;
}
