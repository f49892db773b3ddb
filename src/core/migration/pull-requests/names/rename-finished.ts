import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { PullRequestContext } from '../pull-request-context.ts';
import type { Snapshot } from '../read/snapshot.ts';
import { type NamesOfOne, rewriteNames } from './rewrite-names.ts';

/**
 * Has finished pull requests name people as another user map does. Of those that the source does not have any more, what they
 * say stays.
 * @param options.outdated their numbers on the source
 */
export async function renameFinished(options: {
  context: PullRequestContext;
  snapshot: Snapshot;
  known: ReadonlyMap<number, CreatedObject>;
  outdated: readonly number[];
}): Promise<readonly NamesOfOne[]> {
  const { context, snapshot, known, outdated } = options;
  const there = new Set(snapshot.numbers);
  const gone = outdated.filter((number) => !there.has(number));
  const names = await rewriteNames({
    context,
    snapshot,
    numbers: outdated.filter((number) => there.has(number)),
    known,
    onDone: (done) =>
      context.repository.reportProgress({
        done,
        total: outdated.length,
        unit: 'pull requests',
        what: 'rewriting names',
      }),
  });
  const left = [{ what: 'description', why: 'gone-from-source' }] as const;
  return [...names, ...gone.map((number) => ({ number, isChanged: false, left }))];
}
