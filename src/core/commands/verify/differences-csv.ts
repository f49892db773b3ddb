import { writeCell } from '../../users/user-row.ts';
import type { VerificationRecord } from '../comparison/record/record.ts';
import { causesOf } from './page/causes.ts';

const columns = [
  ...['state', 'repository', 'target', 'kind', 'item', 'message'],
  ...['remedy', 'command', 'source_url', 'target_url'],
] as const;

/**
 * Every difference of a verification, and every repository without one, as CSV: a line each, in the order of the page. Nothing in
 * it is a formula for a spreadsheet. Pure.
 */
export function differencesCsv(record: VerificationRecord): string {
  const causes = causesOf(record);
  const rows = causes.flatMap(({ kind, remedy, exceptions }) =>
    exceptions.map(({ repository, item, label, message }) => [
      ...[kind, repository.source, repository.target, label, item?.name ?? '', message],
      ...[remedy.text, remedy.command ?? ''],
      ...[item?.sourceUrl ?? repository.sourceUrl ?? '', item?.url ?? repository.webUrl ?? ''],
    ]),
  );
  const differing = new Set(
    causes.flatMap(({ exceptions }) => exceptions.map(({ repository }) => repository.source)),
  );
  const equal = record.repositories
    .filter(({ source }) => !differing.has(source))
    .map(({ source, target, sourceUrl, webUrl }) => [
      ...['equal', source, target, 'Repository', '', '', '', ''],
      ...[sourceUrl ?? '', webUrl ?? ''],
    ]);
  return [columns, ...rows, ...equal].map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}
