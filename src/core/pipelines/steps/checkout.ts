import { from, type Node } from '../emit/node.ts';
import type { Findings } from '../findings/finding.ts';
import type { Clone } from '../model/step.ts';
import { uses } from './action.ts';

/** Bitbucket clones so many commits unless a file says otherwise. */
const usualDepth = 50;

/** The checkout of a job; nothing where the step does not clone. */
export function checkoutSteps(clone: Clone, findings: Findings): readonly Node[] {
  const { depth, lfs, enabled } = clone;
  if (enabled?.value === false) {
    findings.exact(enabled.place, 'The job has no checkout');
    for (const unused of [depth, lfs]) {
      if (unused !== null) findings.exact(unused.place, 'The job has no checkout');
    }
    return [];
  }
  const commits = depth === null ? usualDepth : (depth.value ?? 0);
  const step: Node = {
    uses: uses('checkout'),
    with: {
      'fetch-depth': from(commits, depth?.place),
      lfs: lfs === null ? undefined : from(lfs.value, lfs.place),
    },
  };
  return [from(step, enabled?.place)];
}
