import type { TargetRepository } from '../../../ports/records/repository.ts';

/**
 * How the repositories of an owner differ from before, but for those that were rolled back: proof that nothing else was
 * touched. Pure.
 * @param ours the target's identities of those that were rolled back
 * @returns sentences without a full stop, hostile
 */
export function compareLists(
  before: readonly TargetRepository[],
  after: readonly TargetRepository[],
  ours: ReadonlySet<string>,
): readonly string[] {
  const others = (all: readonly TargetRepository[]) =>
    new Map(all.filter(({ id }) => !ours.has(id)).map((one) => [one.id, one]));
  const [then, now] = [others(before), others(after)];
  const gone = [...then.values()].filter(({ id }) => !now.has(id));
  const added = [...now.values()].filter(({ id }) => !then.has(id));
  const changed = [...now.values()].flatMap((one) => {
    const was = then.get(one.id);
    return was === undefined ? [] : differences(was, one);
  });
  return [
    ...gone.map(({ name }) => `${name} is gone`),
    ...added.map(({ name }) => `${name} is new`),
    ...changed,
  ];
}

function differences(was: TargetRepository, is: TargetRepository): readonly string[] {
  return [
    ...(was.name === is.name ? [] : [`${was.name} was renamed to ${is.name}`]),
    ...(was.archived === is.archived
      ? []
      : [`${is.name} was ${is.archived ? 'archived' : 'unarchived'}`]),
    ...(was.visibility === is.visibility ? [] : [`${is.name} is ${is.visibility} now`]),
  ];
}
