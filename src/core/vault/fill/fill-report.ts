import type { Failure } from '../../kernel/errors.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { SecretScope } from '../../ports/secret-target.ts';
import { groupFailures } from '../../report/failure-lines.ts';
import { entryName } from '../entries/entry-path.ts';
import type { WantedValue } from './wanted-values.ts';

export type ValueState =
  | 'written'
  /** It would be written. */
  | 'to-write'
  /** The entry has no value yet. */
  | 'unfilled'
  /** The manifest wants it, and the vault has no entry. */
  | 'no-entry'
  /** Somebody else has set the secret: it stays as it is. */
  | 'kept'
  /** The secret has this version already. */
  | 'unchanged'
  /** Its repository, or one that is to use it, is not on the target yet. */
  | 'not-migrated'
  | 'failed';

export interface ValueReport extends WantedValue {
  readonly state: ValueState;
  readonly failure: Failure | null;
}

export interface FilledScope {
  readonly place: SecretScope;
  readonly values: readonly ValueReport[];
  /** Why nothing could be done here. */
  readonly failure: Failure | null;
}

export interface FillReport {
  /** Of the vault. */
  readonly host: string;
  readonly mount: string;
  readonly project: string;
  readonly organization: string;
  readonly dryRun: boolean;
  readonly places: readonly FilledScope[];
  /** Paths of entries that nothing is to get. */
  readonly unused: readonly string[];
}

function countValues(places: readonly FilledScope[]): Readonly<Record<ValueState, number>> {
  const counts = {
    written: 0,
    'to-write': 0,
    unfilled: 0,
    'no-entry': 0,
    kept: 0,
    unchanged: 0,
    'not-migrated': 0,
    failed: 0,
  };
  for (const { values } of places) for (const { state } of values) counts[state] += 1;
  return counts;
}

/** The result for people. Pure. */
export function fillLines(report: FillReport): readonly string[] {
  const { places, mount, project, host, organization, dryRun, unused } = report;
  const counts = countValues(places);
  const all = places.flatMap(({ values }) => values);
  const of = (state: ValueState) => all.filter((one) => one.state === state);
  return [
    ...section(
      'Without a value in the vault:',
      of('unfilled').map((one) => keyLine(report, one)),
    ),
    ...section(
      'Without an entry in the vault:',
      of('no-entry').map((one) => `  ${nameOf(one)}`),
    ),
    ...section(
      'Kept, set by someone else (--replace-existing replaces them):',
      of('kept').map((one) => `  ${nameOf(one)}`),
    ),
    ...section(
      'Entries without a secret, not read:',
      unused.map((path) => `  ${safe(`${mount}/${path}`)}`),
    ),
    ...notMigratedLines(places),
    ...failureLines(places),
    [
      `Secrets for ${safe(organization)} from ${safe(`${mount}/${project}`)} of ${host}:`,
      dryRun ? `${counts['to-write']} to write,` : `${counts.written} written,`,
      `${counts.unchanged} unchanged, ${counts.unfilled} without a value, ${counts.kept} kept,`,
      `${counts['no-entry']} without an entry, ${counts['not-migrated']} not migrated yet, ${counts.failed} failed`,
    ].join(' '),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function keyLine({ mount }: FillReport, { path, address }: ValueReport): string {
  return `  ${safe(`${mount}/${path}`)}${path?.includes('%') ? `  (${safe(entryName(address))})` : ''}`;
}

function nameOf({ address }: ValueReport): string {
  return safe(entryName(address));
}

/** No failure: a line for each repository, and for each secret that waits for others. */
function notMigratedLines(places: readonly FilledScope[]): readonly string[] {
  const waiting = places.flatMap(({ place, values }) => {
    const ones = values.filter(({ state }) => state === 'not-migrated');
    if (ones.length === 0) return [];
    return place.kind === 'organization'
      ? ones.map((one) => `${nameOf(one)}  (a repository that can use it is missing)`)
      : [safe(`${place.owner}/${place.name}`)];
  });
  return section(
    'Not migrated yet, or not visible to DST_TOKEN (migrate, or pass the plan with --plan, then run this again):',
    [...new Set(waiting)].map((line) => `  ${line}`),
  );
}

/** A place that is missing is one line; what is wrong with a secret names it. */
function failureLines(places: readonly FilledScope[]): readonly string[] {
  const failed = places.flatMap(({ failure, values }) => {
    if (failure !== null) return [{ failure }];
    return values.flatMap((one) => (one.failure === null ? [] : [{ failure: one.failure }]));
  });
  const once = new Map(failed.map((one) => [one.failure.message, one]));
  return groupFailures([...once.values()]).flatMap(({ cause, members }) => [
    ...members.map(({ failure }) => `failed   ${safe(failure.message)}`),
    ...(cause.hint === null ? [] : [`         ${safe(cause.hint)}`]),
  ]);
}

/** The same for programs. */
export function fillJson(report: FillReport): object {
  const { places, unused, ...about } = report;
  const all = countValues(places);
  const { 'to-write': toWrite, 'no-entry': noEntry, 'not-migrated': notMigrated, ...counts } = all;
  return {
    type: 'synced-from-vault',
    ...about,
    counts: { ...counts, toWrite, noEntry, notMigrated },
    places: places.map(({ place, values, failure }) => ({
      kind: place.kind,
      repository: place.kind === 'organization' ? null : place.name,
      environment: place.kind === 'environment' ? place.environment : null,
      secrets: values.map(({ name, address, path, state, failure: why }) => ({
        name,
        sourceName: address.name,
        source: address.level,
        entry: path === null ? null : `${report.mount}/${path}`,
        state,
        failure: why,
      })),
      failure,
    })),
    unusedEntries: unused.map((path) => `${report.mount}/${path}`),
  };
}
