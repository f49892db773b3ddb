import { type Finding, pass, warn } from '../finding.ts';

/** Milliseconds: what was made is told from what was there by times of both clocks. */
const tolerance = 60_000;

/**
 * How far this machine's clock is from the hosts'. Pure.
 * @param ahead milliseconds that each host is ahead
 */
export function clockFinding(ahead: ReadonlyMap<string, number>): Finding | null {
  const [first, ...rest] = [...ahead].sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  if (first === undefined) return null;
  const [host, milliseconds] = first;
  const seconds = Math.round(Math.abs(milliseconds) / 1000);
  if (Math.abs(milliseconds) <= tolerance) {
    const hosts = rest.length === 0 ? host : 'both hosts';
    return pass('clock', `This machine's clock agrees with that of ${hosts}`);
  }
  return warn(
    'clock',
    `This machine's clock is ${seconds} s ${milliseconds > 0 ? 'behind' : 'ahead of'} that of ${host}`,
    'Set the clock (NTP): limits and lost answers are judged by the times of both machines.',
  );
}
