import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { failureText } from '../../report/failure-lines.ts';
import { isWorthReading, syncText } from '../../report/lines/sync-lines.ts';
import { statusWord } from '../../report/status-words.ts';
import type { SyncedRepository, SyncOutcome } from '../../verbs/sync/repository/sync-request.ts';

type Finished = Extract<SyncOutcome, { kind: 'finished' }>;

/** A line for each repository that was changed or left, and what it comes to. */
export function syncLines(
  { repositories, unmigrated, reread, ...finished }: Finished,
  options: { color: boolean },
): readonly string[] {
  const colors = palette(options.color);
  const lines = repositories.filter(isWorthALine).map((one) => {
    const word = (isOutdated(one) ? 'outdated' : words[one.outcome]).padEnd(9);
    const isBad = one.outcome === 'failed' || one.outcome === 'partly';
    return `${isBad ? colors.bad(word) : word}${safe(one.source)}  ${textOf(one)}`;
  });
  const totals = [
    [repositories.filter((one) => !isWorthALine(one)).length, 'unchanged'],
    [repositories.filter(isOutdated).length, 'out of date'],
    [
      repositories.filter(
        (one) => isWorthALine(one) && one.outcome === 'synced' && !isOutdated(one),
      ).length,
      'synced',
    ],
    [countOf(repositories, 'partly'), 'incomplete'],
    [countOf(repositories, 'skipped'), 'skipped'],
    [countOf(repositories, 'failed'), 'failed'],
  ] as const;
  const parts = totals.flatMap(([many, word]) => (many === 0 ? [] : [`${many} ${word}`]));
  const all = count(repositories.length, 'repository', 'repositories');
  return [
    ...lines,
    ...(unmigrated.length === 0 ? [] : [unmigratedText(unmigrated)]),
    ...newLines(finished),
    ...(reread === 0 ? [] : [`Re-read: ${count(reread, 'closed pull request')}.`]),
    ...(lines.length === 0 ? [] : ['']),
    repositories.length === 0 ? 'Nothing to sync.' : `${all}: ${parts.join(', ')}.`,
  ];
}

const words: Readonly<Record<SyncedRepository['outcome'], string>> = {
  synced: 'synced',
  partly: 'partly',
  skipped: 'skipped',
  failed: 'failed',
};

function isWorthALine({ outcome, sync }: SyncedRepository): boolean {
  return outcome !== 'synced' || (sync !== null && isWorthReading(sync));
}

function isOutdated({ outcome, sync }: SyncedRepository): boolean {
  return outcome === 'synced' && sync?.outdated !== undefined;
}

function textOf({ sync, reason, failure }: SyncedRepository): string {
  if (sync !== null) return syncText(sync);
  const hint = failure?.hint ? `. ${failure.hint}` : '';
  return `${failure ? failureText(failure) : safe(reason ?? '')}${safe(hint)}`;
}

function countOf(
  repositories: readonly SyncedRepository[],
  outcome: SyncedRepository['outcome'],
): number {
  return repositories.filter((one) => one.outcome === outcome).length;
}

function newLines({
  newRepositories,
  added,
  migration,
  problems,
}: Pick<Finished, 'newRepositories' | 'added' | 'migration' | 'problems'>): readonly string[] {
  const lines = added.map(({ source, status, failure }) => {
    const why = failure === null ? '' : `  ${failureText(failure)}`;
    return `new      ${safe(source)}  ${statusWord(status)}${why}`;
  });
  const left = newRepositories.filter((slug) => added.every(({ source }) => source !== slug));
  if (left.length === 0) return lines;
  const named = left.slice(0, 3).map(safe).join(', ');
  const more = left.length > 3 ? ' ...' : '';
  const many = count(left.length, 'new repository', 'new repositories');
  return [
    ...lines,
    `${many} on Bitbucket: ${named}${more}`,
    // What the license does not allow is reported with what to do.
    ...(problems.length > 0
      ? []
      : [`Migrate them:  migrator sync --migration ${migration} --include-new`]),
  ];
}

function unmigratedText(unmigrated: readonly string[]): string {
  const many = count(unmigrated.length, 'repository is', 'repositories are');
  return `${many} not migrated yet: ${unmigrated.slice(0, 3).map(safe).join(', ')}${unmigrated.length > 3 ? ' ...' : ''}`;
}

/** The whole result as one line of JSON. */
export function syncJson({ migration, repositories, ...finished }: Finished): string {
  const { unmigrated, newRepositories, added, reread } = finished;
  return jsonLine({
    ...{ type: 'sync', migration, repositories, unmigrated, newRepositories, reread },
    added: added.map(({ source, target, status, failure }) => ({
      ...{ source, target, status, failure },
    })),
  });
}
