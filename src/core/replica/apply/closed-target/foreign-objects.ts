import { count } from '../../../kernel/format/format.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { NumberedObject } from '../../../ports/target-closure.ts';
import type { TargetHost } from '../../../ports/target-host.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';

/** Something that others created on a target, and what it means for the numbers there. */
export interface ForeignObject extends NumberedObject {
  /** Later pull requests get other numbers: this one is above every number of the migration, or has shifted some already. */
  readonly shiftsLater: boolean;
}

/**
 * Issues and pull requests of a target that are not in the journal. One request where nothing is foreign; otherwise a
 * hundred objects a request.
 * @param options.made from numberedRows()
 */
export async function findForeignObjects({
  target,
  targetName,
  made,
  signal,
}: {
  readonly target: Pick<TargetHost, 'closure' | 'pullRequests'>;
  readonly made: readonly Pick<CreatedObject, 'sourceId' | 'targetId'>[];
} & Pick<RepositoryContext, 'targetName' | 'signal'>): Promise<readonly ForeignObject[]> {
  const ours = new Set(made.flatMap(({ targetId }) => (targetId === null ? [] : Number(targetId))));
  const newest = await target.pullRequests.newestNumber({ ...targetName, signal });
  // Numbers are given one after the other: as many of ours as there are numbers leave none to others.
  if (newest === Math.max(0, ...ours) && newest === ours.size) return [];
  const all = await target.closure.listNumbered({ ...targetName, above: 0, signal });
  return foreignObjects(all, made);
}

/** In the order of their numbers. Pure. */
export function foreignObjects(
  all: readonly NumberedObject[],
  made: readonly Pick<CreatedObject, 'sourceId' | 'targetId'>[],
): readonly ForeignObject[] {
  const ours = new Map(made.map(({ sourceId, targetId }) => [Number(targetId), sourceId]));
  const highest = Math.max(0, ...ours.keys());
  const isShifted = highest > 0 && ours.get(highest) !== String(highest);
  return all
    .filter(({ number }) => !ours.has(number))
    .map((one) => ({ ...one, shiftsLater: isShifted || one.number > highest }))
    .sort((a, b) => a.number - b.number);
}

/** So many are named. */
const shown = 3;

/**
 * One sentence without a full stop for the objects of one target; `null` without any. Hostile: titles and logins are in
 * it. Pure.
 */
export function foreignObjectsText(
  fullName: string,
  foreign: readonly ForeignObject[],
): string | null {
  const [first] = foreign;
  if (first === undefined) return null;
  const named = foreign.slice(0, shown).map(({ kind, number, author }) => {
    const what = kind === 'issue' ? 'issue' : 'pull request';
    return `${what} #${number}${author === null ? '' : ` by ${author}`}`;
  });
  const more = foreign.length > shown ? ` and ${foreign.length - shown} more` : '';
  const effect = foreign.some(({ shiftsLater }) => shiftsLater)
    ? 'pull requests migrated from now on get higher numbers than on Bitbucket'
    : 'later numbers stay the same';
  return `${fullName} has ${count(foreign.length, 'object')} from other people (${named.join(', ')}${more}): ${effect}`;
}
