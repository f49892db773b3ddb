import type { SourcePullRequest } from '../../ports/records/pull-request.ts';
import type { Snapshot } from './snapshot.ts';

/** Makes rows that are in memory readable as those of a list. */
export function snapshotOf(rows: ReadonlyMap<number, SourcePullRequest>): Pick<Snapshot, 'read'> {
  return {
    async read(number) {
      const row = rows.get(number);
      if (row === undefined) throw new TypeError(`no pull request ${number}`);
      return row;
    },
  };
}
