/**
 * How much a frame of the dashboard shows: bars on their way, repositories that are done, that are worked on and that are
 * to come. 0 where it is no whole dashboard. Pure.
 */
export function moment(rows: readonly string[]): number {
  const counts = rows.find((row) => /^\d+ of \d+ /.test(row)) ?? '';
  const [done, running, open] = ['done', 'running', 'queued'].map((word) =>
    Number(new RegExp(`(\\d+) ${word}`).exec(counts)?.[1] ?? 0),
  );
  if (!done || !running || !open || !rows.some((row) => row.startsWith('p pause'))) return 0;
  const bars = rows.filter((row) => /█.* of .*\d/.test(row) && !/requests an hour/.test(row));
  const onTheirWay = bars.filter((row) => /█[^█ ]/.test(row));
  return 1 + 4 * onTheirWay.length + 2 * bars.length + running + 2 * Math.min(done, open, 4);
}
