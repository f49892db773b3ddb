import type {
  Migration,
  RepositoryStatus,
  StepName,
  StepState,
} from '../ports/records/migration.ts';

/** Words that people read in place of a stored status; JSON keeps the stored one. */
const words: Readonly<Record<RepositoryStatus | StepState['status'], string>> = {
  pending: 'queued',
  running: 'running',
  waiting: 'waiting',
  succeeded: 'done',
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
};

/** The status of a repository or a step, for people. Pure. */
export function statusWord(status: RepositoryStatus | StepState['status']): string {
  return words[status];
}

const stepWords: Readonly<Partial<Record<StepName, string>>> = {
  'fetch-lfs': 'fetch LFS',
  lfs: 'push LFS',
  'pull-requests': 'pull requests',
};

/** The name of a step, for people. Pure. */
export function stepWord(name: StepName): string {
  return stepWords[name] ?? name;
}

/** The status of a migration, for people: `completed with failures`. Pure. */
export function migrationWord(
  status: Migration['status'] | 'starting' | 'checking' | 'interrupted',
): string {
  return status.replaceAll('_', ' ');
}

/** Follows the status of a completed migration whose targets stay closed. */
export const waitsForCutover = ', waits for its cut-over';

/** For places that say "skipped" themselves: the state keeps `skipped by you; ...`. Pure. */
export function skipReason(reason: string | null): string {
  return (reason ?? '').replace(/^skipped /, '');
}
