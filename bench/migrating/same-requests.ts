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

/** @throws Error naming the difference: a comparison of unequal work says nothing */
export function requireSame(program: readonly string[], loop: readonly string[]): void {
  const only = (some: readonly string[], others: readonly string[]) =>
    some.filter((line) => !others.includes(line)).join('\n  ') || '(nothing)';
  if (program.join() === loop.join()) return;
  throw new Error(
    `The plain loop sends other requests than the program.\nthe program alone:\n  ${only(program, loop)}\nthe loop alone:\n  ${only(loop, program)}`,
  );
}
