import { hasCode, MigratorError } from '../../../kernel/errors.ts';
import type {
  ImportState,
  RepositoryImport,
  TargetImporter,
} from '../../../ports/target-importer.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';

type FollowContext = Pick<
  RepositoryContext,
  | 'target'
  | 'targetFullName'
  | 'waitingClock'
  | 'clock'
  | 'lanes'
  | 'reportProgress'
  | 'warn'
  | 'signal'
>;

/** An import that has ended well or badly. */
export type EndedImport = RepositoryImport & {
  readonly state: Extract<ImportState, { kind: 'succeeded' | 'failed' }>;
};

const second = 1000;
/** Milliseconds between two looks: small imports end within seconds, large ones take hours. */
const pauses = [0.5, 0.5, 1, 1, 2, 3, 5, 10, 15, 30, 60, 60, 60, 60, 120, 300].map(
  (one) => one * second,
);
/** Hosts limit requests of all imports together: so long for each that is waited for, after the first looks. */
const eachMilliseconds = 1000;
const soonLooks = 6;
/** A state whose name is not known is no end: hosts add some. So long it is waited for. */
const unknownMilliseconds = 24 * 3600 * second;

/**
 * Waits until an import has ended.
 * @throws `interrupted` where the run is to end: the import goes on; `not-found` where the host has forgotten it
 */
export async function followImport(
  context: FollowContext,
  { importer, id }: { readonly importer: TargetImporter; readonly id: string },
): Promise<EndedImport> {
  const { waitingClock, clock, signal } = context;
  let unknownSince: number | null = null;
  for (let looks = 0; ; looks += 1) {
    const seen = await look(context, { importer, id });
    const { state } = seen;
    if (state.kind === 'succeeded' || state.kind === 'failed') return { ...seen, state };
    if (state.kind === 'pending') unknownSince = null;
    else if (unknownSince === null) {
      unknownSince = clock.now();
      context.warn(
        `The importer reports the unknown state ${state.word}: waiting for it to finish`,
      );
    } else if (clock.now() - unknownSince > unknownMilliseconds) throw stuck(context, state.word);
    context.reportProgress({ done: looks, total: null, unit: 'state', what: wordOf(state) });
    const pause = pauses[Math.min(looks, pauses.length - 1)] ?? 0;
    // The first looks are for imports that end within seconds.
    const least = looks < soonLooks ? 0 : context.lanes.waiting() * eachMilliseconds;
    await waitingClock.sleep(Math.max(pause, least), signal);
  }
}

async function look(
  { target, targetFullName, signal }: FollowContext,
  { importer, id }: { readonly importer: TargetImporter; readonly id: string },
): Promise<RepositoryImport> {
  try {
    return await importer.readImport({ id, signal });
  } catch (error) {
    if (!hasCode(error, 'not-found')) throw error;
    const message = `${target.hostname} no longer has a record of the import of ${targetFullName}`;
    throw new MigratorError('not-found', message, {
      hint: `GitHub forgets imports after a week. If ${targetFullName} exists, check and delete it; then start over with --reset-repo.`,
      cause: error,
      retry: 'no',
    });
  }
}

function stuck({ targetFullName }: FollowContext, word: string): MigratorError {
  return new MigratorError('unavailable', `The import of ${targetFullName} is still ${word}`, {
    hint: 'Resume to check again. If nothing changes, ask GitHub Support about this state.',
    retry: 'no',
  });
}

const words: Readonly<Record<string, string>> = {
  PENDING_VALIDATION: 'being checked by the importer',
  VALIDATING: 'being checked by the importer',
  IN_PROGRESS: 'importing',
};

/** For a person. */
function wordOf({ kind, word }: ImportState): string {
  return kind === 'unknown' ? `in the state ${word}` : (words[word] ?? 'queued by the importer');
}
