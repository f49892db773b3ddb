import type { GithubHost } from '../host.ts';
import { importArchive } from './import/import-archive.ts';
import { note } from './import-log.ts';
import {
  deleteArchive,
  findArchive,
  type ImportArchive,
  type ImportOutcome,
  type RepositoryImport,
} from './importer.ts';

export function startImport(
  host: GithubHost,
  wanted: Pick<
    RepositoryImport,
    | 'organization'
    | 'source'
    | 'sourceUrl'
    | 'repositoryName'
    | 'visibility'
    | 'continueOnError'
    | 'archiveUrl'
    | 'startedBy'
  >,
): RepositoryImport {
  const now = host.now();
  const started: RepositoryImport = {
    ...wanted,
    id: host.importer.nextId(),
    startedAt: now,
    state: 'PENDING_VALIDATION',
    stateSince: now,
    polls: 0,
    failureReason: null,
    warnings: 0,
    log: [],
    logKey: crypto.randomUUID(),
    endedAt: null,
    work: null,
    outcome: null,
  };
  note(host, started, `Migration started by ${wanted.startedBy.login}`);
  note(host, started, `Migration ID: ${crypto.randomUUID()}`);
  host.importer.imports.push(started);
  return started;
}

/** Imports that the host still remembers, oldest first. */
export function rememberedImports({ importer, now }: GithubHost): readonly RepositoryImport[] {
  const { memoryHours } = importer.rules;
  return importer.imports.filter((one) => now() < one.startedAt + memoryHours * 3_600_000);
}

/**
 * Returns the state that is seen, and lets the import go on after it: the host works whether it is looked at or not, but here
 * nothing depends on the time that this machine takes.
 */
export function pollImport(host: GithubHost, one: RepositoryImport): string {
  const seen = one.state;
  one.polls += 1;
  const { pollsPerState, stateMilliseconds } = host.importer.rules;
  const isDue = one.polls >= pollsPerState && host.now() - one.stateSince >= stateMilliseconds;
  if (one.endedAt === null && isDue) advance(host, one);
  return seen;
}

function advance(host: GithubHost, one: RepositoryImport): void {
  switch (one.state) {
    case 'PENDING_VALIDATION': {
      const reason = whyUnreadable(host, one);
      if (reason === null) enter(host, one, 'QUEUED');
      else end(host, one, { state: 'FAILED_VALIDATION', reason });
      return;
    }
    case 'QUEUED':
      enter(host, one, 'IN_PROGRESS');
      begin(host, one);
      return;
    default: {
      const { unknownState } = host.importer.rules;
      if (one.outcome === null) return;
      if (one.state === 'IN_PROGRESS' && unknownState !== null) enter(host, one, unknownState);
      else end(host, one, one.outcome);
    }
  }
}

function enter(host: GithubHost, one: RepositoryImport, state: string): void {
  one.state = state;
  one.stateSince = host.now();
  one.polls = 0;
}

function begin(host: GithubHost, one: RepositoryImport): void {
  const archive = archiveOf(host, one);
  one.work = (
    archive === null
      ? Promise.resolve<ImportOutcome>({ state: 'FAILED', reason: archiveGone })
      : importArchive(host, one, archive)
  )
    .catch((thrown: unknown): ImportOutcome => {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      return { state: 'FAILED', reason };
    })
    .then((outcome) => {
      one.outcome = outcome;
    });
  host.jobs.track(one.work);
}

function end(host: GithubHost, one: RepositoryImport, outcome: ImportOutcome): void {
  enter(host, one, outcome.state);
  one.endedAt = host.now();
  if ('reason' in outcome) {
    one.failureReason = outcome.reason;
    note(host, one, outcome.reason, 'ERROR');
  }
  const archive = archiveOf(host, one);
  if (archive !== null) deleteArchive(host.importer, archive);
}

/** @returns `false` if it has ended */
export function abortImport(host: GithubHost, one: RepositoryImport): boolean {
  if (one.endedAt !== null || one.work !== null) return false;
  end(host, one, { state: 'FAILED', reason: 'Migration was aborted' });
  return true;
}

const archiveGone =
  'Git archive URL returned a HTTP 404 response. Please ensure the archive is accessible.';

function whyUnreadable(host: GithubHost, one: RepositoryImport): string | null {
  return archiveOf(host, one) === null ? archiveGone : null;
}

/** `null`: there is none, not all of it has come, or it is another organization's. */
function archiveOf(host: GithubHost, one: RepositoryImport): ImportArchive | null {
  const guid = one.archiveUrl.replace('gei://archive/', '');
  const found = findArchive(host.importer, guid, host.now());
  return found?.isWhole === true && found.organization === one.organization ? found : null;
}
