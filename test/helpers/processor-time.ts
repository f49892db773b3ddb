/**
 * Measures how long this process computes, which other processes do not change.
 * @returns milliseconds of processor time, with what the work gave
 */
export function timed<T>(work: () => T): { readonly result: T; readonly milliseconds: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, milliseconds: (user + system) / 1000 };
}
