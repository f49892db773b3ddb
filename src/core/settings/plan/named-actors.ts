import type { Actor, Group, Member, SourceSettings } from '../../ports/records/source-settings.ts';

/** Describes what names somebody. */
type NamingSettings = Pick<SourceSettings, 'access' | 'rules' | 'reviewers' | 'checks'>;

/** Ids of all groups that settings name, in the order in which they come. Pure. */
export function namedGroups(all: readonly NamingSettings[]): readonly string[] {
  const approving = all.flatMap(({ checks }) =>
    checks.flatMap(({ kind, names }) => (kind === 'group-approvals' ? names : [])),
  );
  const named = actorsOf(all).filter(({ kind }) => kind === 'group');
  return [...new Set([...named.map(({ id }) => id), ...approving])];
}

/** Everybody whom settings or groups name, once. Pure. */
export function namedPeople(
  all: readonly SourceSettings[],
  groups: readonly Group[],
): readonly Member[] {
  const people = [
    ...actorsOf(all).filter(({ kind }) => kind === 'user'),
    ...groups.flatMap(({ members }) => members ?? []),
  ];
  const known = new Map<string, Member>();
  for (const one of people) known.set(one.id, { ...known.get(one.id), ...one });
  return [...known.values()];
}

function actorsOf(all: readonly NamingSettings[]): readonly Actor[] {
  return all.flatMap(({ access, rules, reviewers }) => [
    ...access.map(({ actor }) => actor),
    ...rules.flatMap(({ exceptions }) => exceptions),
    ...reviewers.flatMap((one) => one.reviewers),
  ]);
}
