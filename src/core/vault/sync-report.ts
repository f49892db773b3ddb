import { count } from '../kernel/format/format.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import { groupFailures } from '../report/failure-lines.ts';
import { entryName } from './entries/entry-path.ts';
import type { EntryState, SyncedEntry } from './sync-to-vault.ts';

export interface SyncReport {
  readonly workspace: string;
  /** Of the vault: name and port. */
  readonly host: string;
  readonly mount: string;
  readonly project: string;
  readonly dryRun: boolean;
  readonly entries: readonly SyncedEntry[];
}

/** Tells whether a person has to give it a value. */
export function isAwaiting({ state }: SyncedEntry): boolean {
  return state === 'created' || state === 'awaiting' || state === 'to-create';
}

function countEntries(entries: readonly SyncedEntry[]): Readonly<Record<EntryState, number>> {
  const counts = { created: 0, 'to-create': 0, awaiting: 0, filled: 0, present: 0, failed: 0 };
  for (const { state } of entries) counts[state] += 1;
  return counts;
}

/** The result for people: what awaits a value by its path, as vault kv put takes it, then the sums. Pure. */
export function syncLines(report: SyncReport): readonly string[] {
  const { entries, mount, host, project, dryRun } = report;
  const counts = countEntries(entries);
  const awaiting = entries.filter(isAwaiting);
  const failed = entries.flatMap((entry) =>
    entry.failure === null ? [] : [{ ...entry, failure: entry.failure }],
  );
  return [
    ...(awaiting.length === 0 ? [] : [`${dryRun ? 'Would wait for' : 'Waiting for'} a value:`]),
    ...awaiting.map(({ path, address }) => {
      const key = safe(`${mount}/${path}`);
      // The path says it all, unless it had to be encoded.
      return path.includes('%') ? `  ${key}  (${safe(entryName(address))})` : `  ${key}`;
    }),
    ...groupFailures(failed).flatMap(({ cause, members }) => [
      ...members.map(
        ({ address, failure }) => `failed   ${safe(entryName(address))}: ${safe(failure.message)}`,
      ),
      ...(cause.hint === null ? [] : [`         ${safe(cause.hint)}`]),
    ]),
    [
      `${count(entries.length, 'variable')} of ${safe(report.workspace)} in ${safe(`${mount}/${project}`)} of ${host}:`,
      `${dryRun ? counts['to-create'] : counts.created} ${dryRun ? 'to create' : 'created'},`,
      `${counts.awaiting} existing but empty,`,
      `${counts.filled} with a value`,
      ...(counts.present === 0
        ? []
        : [`, ${counts.present} existing (VAULT_TOKEN cannot see more)`]),
      ...(counts.failed === 0 ? [] : [`, ${counts.failed} failed`]),
    ]
      .join(' ')
      .replaceAll(' ,', ','),
  ];
}

/** The same for programs. */
export function syncJson(report: SyncReport): object {
  const { entries, ...about } = report;
  const { 'to-create': toCreate, ...counts } = countEntries(entries);
  return {
    type: 'synced-to-vault',
    ...about,
    counts: { ...counts, toCreate },
    entries: entries.map(({ address, path, state, failure }) => ({
      path: `${report.mount}/${path}`,
      level: address.level,
      repository: 'repository' in address ? address.repository : null,
      environment: 'environment' in address ? address.environment : null,
      name: address.name,
      state,
      failure,
    })),
  };
}
