import type { ProbeResult } from '../../calibration/probes/findings.ts';
import type { Palette } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';

const words = {
  'as-expected': 'pass',
  other: 'warn',
  failed: 'fail',
  'not-probed': 'skip',
} as const;
const roles = {
  'as-expected': 'good',
  other: 'warning',
  failed: 'bad',
  'not-probed': 'quiet',
} as const;

/** Says what was tried, what was seen, and what follows where it differs. Pure. */
export function probeLines(result: ProbeResult, colors: Palette): readonly string[] {
  const { verdict, expected, seen, consequence } = result;
  const first = `${colors[roles[verdict]](words[verdict])}  ${expected}: ${safe(seen)}`;
  return verdict === 'other' ? [first, `      So ${consequence}`] : [first];
}
