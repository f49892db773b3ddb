import { damagesToComments } from './comments.ts';
import type { Damage } from './damage.ts';
import { damagesToPullRequests } from './pull-requests.ts';
import { damagesToRefs } from './refs.ts';
import { damagesToSettings } from './settings.ts';

export const damages: readonly Damage[] = [
  ...damagesToRefs,
  ...damagesToSettings,
  ...damagesToPullRequests,
  ...damagesToComments,
];

/** In as few groups as can be: those of one group can be done at the same time, and are told apart. */
export function damagesAtOnce(all: readonly Damage[]): readonly (readonly Damage[])[] {
  const groups: { touched: Set<string>; members: Damage[] }[] = [];
  for (const damage of all) {
    const { touches } = damage;
    const free = groups.find(
      ({ touched }) => touched.size > 0 && touches?.every((one) => !touched.has(one)),
    );
    const group = free ?? { touched: new Set(), members: [] };
    if (free === undefined) groups.push(group);
    group.members.push(damage);
    for (const one of touches ?? []) group.touched.add(one);
  }
  return groups.map(({ members }) => members);
}
