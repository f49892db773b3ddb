import { count } from '../kernel/format/format.ts';
import type { Palette } from '../kernel/format/palette.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import type { Finding } from './finding.ts';

const roles = { pass: 'good', warn: 'warning', fail: 'bad' } as const;

/** `pass  git 2.50.1`, with the remedy below. Pure. */
export function findingLines(
  { status, message, remedy }: Finding,
  colors: Palette,
): readonly string[] {
  const first = `${colors[roles[status]](status)}  ${safe(message)}`;
  return remedy === null ? [first] : [first, `      ${safe(remedy)}`];
}

/** What all of it comes to. Pure. */
export function doctorVerdict(findings: readonly Finding[]): string {
  const failures = findings.filter(({ status }) => status === 'fail').length;
  const warnings = findings.filter(({ status }) => status === 'warn').length;
  if (failures > 0) {
    const verb = failures === 1 ? 'stands' : 'stand';
    return `${count(failures, 'problem')} ${verb} in the way of a migration, with ${count(warnings, 'warning')}.`;
  }
  return warnings > 0
    ? `Nothing stands in the way of a migration, with ${count(warnings, 'warning')}.`
    : 'Nothing stands in the way of a migration.';
}
