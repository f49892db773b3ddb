import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Comparison } from './compare-workspaces.ts';
import { tableLines } from './table-lines.ts';

/** The comparison as a table, and what it comes to. Pure. */
export function comparisonLines(comparison: Comparison): readonly string[] {
  const rows = comparison.repositories.map(
    ({ source, target, source_refs, target_refs, equal }) => [
      safe(source),
      safe(target),
      String(source_refs),
      String(target_refs),
      equal ? 'equal' : 'DIFFERENT',
    ],
  );
  const header = ['source', 'target', 'refs there', 'refs here', ''];
  const repositories = count(rows.length, 'repository', 'repositories');
  const verdict = comparison.all_equal
    ? `Every ref is equal: ${count(comparison.refs, 'ref')} in ${repositories}.`
    : 'Not every ref is equal.';
  return ['', ...tableLines(header, rows), '', verdict];
}
