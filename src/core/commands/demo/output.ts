import { tableLines } from '../../kernel/fold-lines.ts';
import { count } from '../../kernel/format/format.ts';
import { palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { RunState } from '../../report/run/run-state.ts';
import { causeLines, toDoLines } from '../../report/summary/to-do-lines.ts';
import { type LeftToDo, toDosOf } from '../../report/summary/to-dos.ts';
import { verdictOf } from '../../report/summary/verdict.ts';
import type { ComparedPullRequest, Found } from './compare-pull-requests.ts';
import type { Comparison } from './compare-workspaces.ts';

interface ShownAs {
  /** Of the window; `null`: any. */
  readonly columns: number | null;
  /** Rows of what is equal, too. */
  readonly all: boolean;
}

/** The comparison: a verdict, below a table of what differs. Pure. */
export function comparisonLines(
  comparison: Comparison,
  { columns, all }: ShownAs,
): readonly string[] {
  const rows = comparison.repositories
    .filter(({ equal }) => all || !equal)
    .map(({ source, target, source_refs, target_refs, equal }) => [
      safe(source),
      safe(target),
      String(source_refs),
      String(target_refs),
      equal ? 'equal' : 'DIFFERENT',
    ]);
  const header = ['Bitbucket', 'GitHub', 'Bitbucket refs', 'GitHub refs', ''];
  const repositories = count(comparison.repositories.length, 'repository', 'repositories');
  const verdict = comparison.all_equal
    ? `All refs match: ${count(comparison.refs, 'ref')} in ${repositories}.`
    : 'Some refs differ.';
  return [...tableOf([header, ...rows], columns), verdict];
}

/** With a header alone there is no table. */
function tableOf(rows: readonly (readonly string[])[], columns: number | null): readonly string[] {
  return rows.length === 1 ? [] : ['', ...tableLines(rows, columns), ''];
}

/** The pull requests of both sides: a verdict, below a table of at most 80 columns of those that are not all there. Pure. */
export function pullRequestLines(
  rows: readonly ComparedPullRequest[],
  { columns, all }: ShownAs,
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
  const shown = rows.filter(({ accounted }) => all || !accounted);
  const cells = shown.map((row) => [
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
    ? `Every pull request is on GitHub: ${count(rows.length, 'pull request')} with ${count(comments, 'comment')}.`
    : 'Some pull requests or comments are missing.';
  return [...tableOf([header, ...cells], columns), verdict];
}

/** Imported pull requests of both sides: who opened each, and when. Pure. */
export function importedLines(
  rows: readonly ComparedPullRequest[],
  columns: number | null,
): readonly string[] {
  const cells = rows.flatMap(({ repository, number, opened }) => {
    if (opened === null) return [];
    const { by, at, target_by, target_at } = opened;
    const source = `${safe(by ?? 'deleted')}, ${at.slice(0, 10)}`;
    const who = target_by === null ? 'ghost' : safe(target_by).slice(0, 12);
    const target = `${who}, ${target_at.slice(0, 10)}`;
    return [[safe(repository), `#${number}`, source, target]];
  });
  const header = ['imported', 'number', 'on Bitbucket', 'placeholder on GitHub'];
  return tableOf([header, ...cells], columns);
}

/** Where a browser shows a migrated pull request next to its original, as long as the hosts run. Pure. */
export function pageLines(page: string | undefined): readonly string[] {
  return page === undefined ? [] : [`A pull request next to its original: ${page}`];
}

const repairFix = /^( *)\S*Fix:\S* Run verify with --repair\.$/m;
const shownOnPurpose =
  "The demo's importer loses this on purpose: in a real migration, verify --repair restores it.";

/**
 * Failures, what is to be done by hand, and the verdict, in place of the summary of a run that can be resumed. Pure.
 * @param options.hostsStay the addresses of the embedded hosts can still be opened
 */
export function demoToDoLines(
  run: RunState,
  {
    color,
    hostsStay,
    left,
  }: {
    readonly color: boolean;
    readonly hostsStay: boolean;
    readonly left: LeftToDo;
  },
): readonly string[] {
  const all = [...run.repositories.values()];
  const colors = palette(color);
  // The hosts may be gone by now, and the pull request differs for a person to see it.
  const toDos = toDoLines(toDosOf(left, null), { colors, migration: null }).map((line) =>
    line.replace(repairFix, `$1${shownOnPurpose}`),
  );
  const { role, text } = verdictOf(run, { check: null, isWhole: true, left });
  return [
    ...causeLines(all, colors),
    ...(hostsStay ? toDos : toDos.map((line) => line.replace(/:? https?:\/\/\S+$/, ''))),
    '',
    colors[role](colors.strong(text)),
  ];
}

function foundText({ there, here }: Found): string {
  if (there === 0) return '-';
  return there === here ? String(there) : `${here} of ${there}`;
}

function commentsOf({ general, on_lines, replies }: ComparedPullRequest): number {
  return general.there + on_lines.there + replies.there;
}
