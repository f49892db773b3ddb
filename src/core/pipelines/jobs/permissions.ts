import type { Node } from '../emit/node.ts';
import type { Step } from '../model/step.ts';

/** Tells whether a command pushes. Pure. */
export function isPush(command: string): boolean {
  return /\bgit\s+(?:-\S+\s+)*push\b/.test(command);
}

/** Returns the rights that the token of a job for these steps needs; `undefined` where reading is enough. Pure. */
export function permissionsOf(steps: readonly Step[]): Node | undefined {
  const hasToken = steps.some(({ oidc }) => oidc !== null);
  const pushes = steps
    .flatMap(({ script, afterScript }) => [...script.lines, ...afterScript.lines])
    .some((line) => line.kind === 'command' && isPush(line.text));
  if (!hasToken && !pushes) return undefined;
  return { contents: pushes ? 'write' : 'read', 'id-token': hasToken ? 'write' : undefined };
}
