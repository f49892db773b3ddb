import { count } from '../../kernel/format/format.ts';
import type { RunEvent } from '../../ports/events.ts';

type Planned = Extract<RunEvent, { type: 'scaffold-planned' }>;
type Progress = Extract<RunEvent, { type: 'scaffold-progress' }>;

/** What GitHub lets through: 5,000 requests an hour, and 900 points a minute, of which a write takes five. */
const requestsPerHour = 5000;
const writesPerHour = (900 / 5) * 60;

export function scaffoldPlanned(event: Planned): string {
  const { repositories, secrets, requests, writes, isLimited } = event;
  const what = `${count(secrets, 'secret')} of ${count(repositories, 'repository', 'repositories')}`;
  const hours = Math.max(requests / requestsPerHour, writes / writesPerHour);
  const time = isLimited && hours > 1 ? `, some ${hours.toFixed(1)} hours at its pace` : '';
  return `${what}: at most ${count(requests, 'request')} to the target, ${writes.toLocaleString('en-US')} of them writing${time}.`;
}

export function scaffoldProgress({ done, total, made, isLook }: Progress): string {
  const what = isLook ? '' : `: ${count(made, 'secret')} made`;
  return `${done} of ${total} repositories looked at${what}`;
}
