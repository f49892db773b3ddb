import type { Finding } from '../census/finding.ts';
import type { FaultPlace } from '../place.ts';

/** Facts that decide who sees a target, and what people can do there. */
function doorsOf({ sandbox }: FaultPlace, name: string): string {
  const target = sandbox.github.findRepository(`${sandbox.organization}/${name}`);
  if (target === null) return 'gone';
  const { private: isPrivate, archived, hasIssues, pullRequestPolicy } = target;
  return JSON.stringify({ isPrivate, archived, hasIssues, pullRequestPolicy });
}

/** Holds targets that a cut-over has opened to be as open at every request as they were then. */
export function watchDoors(place: FaultPlace, names: readonly string[]) {
  const before = new Map(names.map((name) => [name, doorsOf(place, name)]));
  const closed = new Map<string, string>();
  return {
    look(): void {
      for (const [name, doors] of before) {
        const now = doorsOf(place, name);
        if (now !== doors && !closed.has(name)) closed.set(name, now);
      }
    },
    findings: (): readonly Finding[] =>
      [...closed].map(([name, now]) => ({
        kind: 'wrong',
        what: `${name} was open as ${before.get(name)} and is as ${now} during a repair`,
      })),
  };
}
