import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { acceptable, type Candidate, type Confidence } from '../../users/suggest/candidates.ts';
import { sourceText } from '../../users/suggest/words.ts';
import type { SuggestedRow } from '../../verbs/users/suggest/suggest-users.ts';

/** A line for each candidate, then how many people have one, and what could not be read. Pure. */
export function suggestionLines(
  rows: readonly SuggestedRow[],
  { notes, accept }: { readonly notes: readonly string[]; readonly accept: Confidence | null },
): readonly string[] {
  if (rows.length === 0) return ['Everyone in the user map has a login.'];
  const cells = rows.flatMap((row) => cellsOf(row, accept));
  const widths = [0, 1, 2].map((column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return [
    ...cells.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    '',
    summary(rows, accept),
    ...notes.map((note) => `Note: ${safe(note)}`),
  ];
}

function cellsOf(
  { row, suggestion }: SuggestedRow,
  accept: Confidence | null,
): readonly (readonly string[])[] {
  // An id says nothing to a reader.
  const isPlain = [row.name, row.accountId, row.uuid].includes(row.source);
  const who = isPlain ? safe(row.name) : `${safe(row.name)} (${safe(row.source)})`;
  const { candidates, obstacle } = suggestion;
  if (candidates.length === 0) return [[who, '-', '', 'nobody found']];
  const accepted = accept === null ? null : acceptable(suggestion, accept);
  return candidates.map((one, index) => [
    index === 0 ? who : '',
    safe(one.login),
    one.confidence,
    [
      sourceText(one),
      ...(index === 0 && obstacle !== null ? [obstacleTexts[obstacle]] : []),
      ...(one === accepted ? ['accepted'] : []),
    ].join(', '),
  ]);
}

const obstacleTexts = {
  several: 'several are equally likely',
  shared: 'also fits another person',
} as const;

function summary(rows: readonly SuggestedRow[], accept: Confidence | null): string {
  const many = rows.filter(({ suggestion }) => suggestion.candidates.length > 0).length;
  const people = count(rows.length, 'person', 'people');
  const found = `${people} without a login: ${many} with suggestions`;
  if (accept === null) return `${found}. Nothing is accepted without --accept.`;
  const accepted = rows.filter(({ suggestion }) => acceptable(suggestion, accept) !== null).length;
  return `${found}, ${accepted} accepted.`;
}

/** Keys as they stand in the JSON output. Pure. */
export function suggestionRow({ row, suggestion }: SuggestedRow, accept: Confidence | null) {
  const accepted = accept === null ? null : acceptable(suggestion, accept);
  return {
    source_username: row.source,
    name: row.name,
    candidates: suggestion.candidates.map(candidateRow),
    obstacle: suggestion.obstacle,
    accepted: accepted?.login ?? null,
  };
}

function candidateRow({ login, source, confidence, also }: Candidate) {
  return { username: login, source, confidence, also };
}
