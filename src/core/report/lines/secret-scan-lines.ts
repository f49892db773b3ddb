import { count } from '../../kernel/format/format.ts';
import type { RunEvent } from '../../ports/events.ts';
import { timeText } from './deep-scan-lines.ts';

type Planned = Extract<RunEvent, { type: 'secret-look-planned' }>;
type Progress = Extract<RunEvent, { type: 'secret-look-progress' }>;

/** What reading the names of variables will take, in requests and hours. */
export function secretScanLines(event: Planned): readonly string[] {
  const { repositories, known, requests, accuracy } = event;
  const lines: string[] = [];
  if (known > 0 && accuracy === 'at-least') {
    const all = count(repositories, 'repository', 'repositories');
    lines.push(`Of ${known} of ${all} an interrupted run has read them (--fresh reads anew).`);
  }
  const least = accuracy === 'at-least' ? 'at least ' : '';
  const more = `${least}${count(requests, 'more request')}${timeText(requests)}`;
  const environments = accuracy === 'at-least' ? ', and one for each deployment environment' : '';
  lines.push(`Names of pipeline variables: ${more}${environments}.`);
  return lines;
}

export function secretScanProgress({ looked, repositories, names }: Progress): string {
  return `${looked} of ${repositories} repositories looked at: ${count(names, 'name')} of variables`;
}
