import type { RecordedRequest } from '../../sandbox/network/request-log.ts';

/** REST requests by kind, such as `github PUT /repos/acme/*`: one line each with its number, sorted. Pure. */
export function countByKind(requests: readonly RecordedRequest[], suffix: string): string[] {
  const counts = new Map<string, number>();
  for (const { host, method, path } of requests) {
    if (host !== 'bitbucket' && host !== 'github') continue;
    const kind = `${host} ${method} ${path.replace(new RegExp(`[^/]+-${suffix}(?=/|$)`), '*')}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${kind}: ${count}`).sort();
}

/** A look whether a name still leads to the repository that the program has created: it precedes each write. */
const look = /^github GET \/repos\/[^/]+\/\*: (\d+)$/;

/**
 * @returns how many looks at targets the program sends beyond those of the loop: nobody who writes a loop sends these
 * @throws Error naming the difference where anything else differs: a comparison of unequal work says nothing
 */
export function requireSame(program: readonly string[], loop: readonly string[]): number {
  const others = (lines: readonly string[]) => lines.filter((line) => !look.test(line));
  const only = (some: readonly string[], without: readonly string[]) =>
    some.filter((line) => !without.includes(line)).join('\n  ') || '(nothing)';
  const more = looks(program) - looks(loop);
  if (more >= 0 && others(program).join() === others(loop).join()) return more;
  throw new Error(
    `The plain loop sends other requests than the program.\nthe program alone:\n  ${only(program, loop)}\nthe loop alone:\n  ${only(loop, program)}`,
  );
}

function looks(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Number(look.exec(line)?.[1] ?? 0), 0);
}
