import { type MirrorOptions, runInMirror } from '../../../../git/process/mirror-command.ts';
import type { Rescope } from './render-server-events.ts';

/** Lists the commits of pushes that took some away. One process for each, and such pushes are few. */
export async function readRescopes(
  mirror: MirrorOptions,
  rewrites: readonly Rescope['rewrite'][],
): Promise<readonly Rescope[]> {
  const found: Rescope[] = [];
  for (const rewrite of rewrites) {
    const [added, removed]: [string[], string[]] = [[], []];
    await runInMirror(mirror, {
      args: ['rev-list', '--left-right', '--stdin'],
      doing: 'Comparing pushes to',
      lines: [`${rewrite.after}...${rewrite.before}`],
      onLine: (line) => (line.startsWith('<') ? added : removed).push(line.slice(1)),
    });
    found.push({ rewrite, added, removed });
  }
  return found;
}
