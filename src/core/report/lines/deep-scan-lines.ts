import { hostLimits } from '../../forecast/host-limits.ts';
import { count } from '../../kernel/format/format.ts';
import type { RunEvent } from '../../ports/events.ts';

type Planned = Extract<RunEvent, { type: 'deep-look-planned' }>;
type Progress = Extract<RunEvent, { type: 'deep-look-progress' }>;

const words = { exact: '', about: 'about ', 'at-least': 'at least ' };

/** What a deep look will take, in requests and hours. */
export function deepScanLines(event: Planned): readonly string[] {
  const { repositories, known, pullRequests, requests, accuracy, isUnlimited = false } = event;
  const lines: string[] = [];
  if (known > 0) {
    const were = known === 1 ? 'has' : 'have';
    lines.push(
      `${known} of ${count(repositories, 'repository', 'repositories')} ${were} not changed since an earlier look (--fresh looks again).`,
    );
  }
  const many = pullRequests === null ? '' : `${count(pullRequests, 'pull request')}: `;
  lines.push(
    `${many}${words[accuracy]}${count(requests, 'more request')}${isUnlimited ? '' : timeText(requests)}.`,
  );
  return lines;
}

/** Bitbucket counts over any hour: so many are answered without a wait. */
export function timeText(requests: number): string {
  const { sourcePerHour } = hostLimits;
  const rate = sourcePerHour.toLocaleString('en-US');
  if (requests === 0) return '';
  if (requests <= sourcePerHour) return `, of the ${rate} that Bitbucket answers in an hour`;
  const hours = (requests / sourcePerHour).toFixed(1);
  return `, some ${hours} hours at ${rate} an hour`;
}

export function deepScanProgress(event: Progress): string {
  const { looked, repositories, pullRequests, conversations } = event;
  const talk =
    conversations === null
      ? ''
      : `, ${conversations.read} of ${conversations.total} conversations read`;
  return `${looked} of ${repositories} repositories looked at: ${count(pullRequests, 'pull request')}${talk}`;
}
