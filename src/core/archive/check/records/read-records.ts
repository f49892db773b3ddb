import type { z } from 'zod';
import { issueWords } from '../../../kernel/documents/issue-text.ts';
import { readJson } from '../../../kernel/documents/read-json.ts';
import { type KindName, recordKinds } from '../../records/kinds.ts';
import type { FoundProblem } from './findings.ts';

export type ArchiveRecord = Readonly<Record<string, unknown>> & { readonly url: string };

export interface RecordsOfFile {
  /** Records that have the shape of their kind. */
  readonly records: readonly ArchiveRecord[];
  /** The others, as far as they have an address: what names them is not wrong as well. */
  readonly malformed: readonly ArchiveRecord[];
  readonly problems: readonly FoundProblem[];
}

/** Every export that was seen has at most so many records in a file. */
const mostRecords = 100;

/** Reads one file of records. Pure. */
export function readRecords(kind: KindName, content: Buffer): RecordsOfFile {
  const list = readList(content);
  if ('problems' in list) return { records: [], malformed: [], problems: list.problems };
  const problems: FoundProblem[] = [];
  if (list.values.length > mostRecords) {
    problems.push(
      problem('json', `it has ${list.values.length} records; the maximum is ${mostRecords}`),
    );
  }
  if (list.values.length === 0) {
    problems.push({ ...problem('json', 'it has no records'), severity: 'warning' });
  }
  const records: ArchiveRecord[] = [];
  const malformed: ArchiveRecord[] = [];
  for (const value of list.values) {
    const parsed = recordKinds[kind].schema.safeParse(value, { error: issueWords });
    if (parsed.success) records.push(value as ArchiveRecord);
    else {
      if (hasAddress(value)) malformed.push(value);
      problems.push(...shapeProblems(value, parsed.error));
    }
  }
  for (const record of records) problems.push(...parentProblems(kind, record));
  return { records, malformed, problems };
}

/** The content of a JSON file that has to be a list. Pure. */
export function readList(
  content: Buffer,
): { readonly values: readonly unknown[] } | { readonly problems: readonly FoundProblem[] } {
  const reading = readJsonBytes(content);
  if ('problems' in reading) return reading;
  const { value } = reading;
  return Array.isArray(value)
    ? { values: value }
    : { problems: [problem('json', 'it is not a list')] };
}

/** Whatever a JSON file holds. Pure. */
export function readJsonBytes(
  content: Buffer,
): { readonly value: unknown } | { readonly problems: readonly FoundProblem[] } {
  if (!isUtf8(content)) return { problems: [problem('json', 'it is not UTF-8')] };
  const reading = readJson(content.toString('utf8'));
  if ('problems' in reading) {
    return { problems: reading.problems.map(({ message }) => problem('json', message)) };
  }
  return { value: reading.value };
}

function isUtf8(content: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}

function problem(
  kind: FoundProblem['kind'],
  message: string,
  record: string | null = null,
): FoundProblem {
  return { severity: 'error', kind, message, record };
}

function hasAddress(value: unknown): value is ArchiveRecord {
  return typeof (value as { url?: unknown } | null)?.url === 'string';
}

function shapeProblems(value: unknown, { issues }: z.ZodError): readonly FoundProblem[] {
  const record = hasAddress(value) ? value.url : null;
  return issues.map((issue) => {
    const path = issue.path.map(String).join('.');
    return problem('record', path === '' ? issue.message : `${path}: ${issue.message}`, record);
  });
}

function parentProblems(kind: KindName, record: ArchiveRecord): readonly FoundProblem[] {
  const { parents } = recordKinds[kind];
  if (parents === undefined) return [];
  const set = parents.filter((field) => record[field] != null);
  if (set.length === 1) return [];
  const message =
    set.length === 0
      ? `it has no parent: set one of ${parents.join(', ')}`
      : `it has more than one parent: ${set.join(', ')}`;
  return [problem('record', message, record.url)];
}
