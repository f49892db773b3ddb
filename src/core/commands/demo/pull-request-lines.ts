import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { ComparedPullRequest, Found } from './compare-pull-requests.ts';
import { tableLines } from './table-lines.ts';

/** Source against target, a pull request a line of at most 80 columns, and what it comes to. Pure. */
export function pullRequestLines(rows: readonly ComparedPullRequest[]): readonly string[] {
  if (rows.length === 0) return [];
  const header = ['repository', 'number', 'there', 'here', 'general', 'lines', 'replies', 'all?'];
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
  return ['', ...tableLines(header, cells), '', verdict];
}

function foundText({ there, here }: Found): string {
  if (there === 0) return '-';
  return there === here ? String(there) : `${here} of ${there}`;
}

function commentsOf({ general, on_lines, replies }: ComparedPullRequest): number {
  return general.there + on_lines.there + replies.there;
}
