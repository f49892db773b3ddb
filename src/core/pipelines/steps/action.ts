import { Commented } from '../emit/node.ts';
import { actions, type PinnedAction } from '../tables/actions.ts';

/** The `uses` of an action: its commit, with the version for people. Pure. */
export function uses(action: keyof typeof actions): Commented {
  const { name, version, commit }: PinnedAction = actions[action];
  return new Commented(`${name}@${commit}`, version);
}
