import { hostLimits } from '../../forecast/host-limits.ts';
import { count } from '../../kernel/format/format.ts';
import type { EventOf } from '../../ports/records/events.ts';

const words = { exact: '', about: 'about ', 'at-least': 'at least ' };

/** Describes what a deep scan will take, in requests and hours. */
export function deepScanLines(event: EventOf<'deep-look-planned'>): readonly string[] {
  const { repositories, known, pullRequests, requests, accuracy, isUnlimited = false } = event;
  const lines: string[] = [];
  if (known > 0) {
    const were = known === 1 ? 'is' : 'are';
    lines.push(
      `${known} of ${count(repositories, 'repository', 'repositories')} ${were} unchanged since an earlier scan (--fresh scans again).`,
    );
  }
  const what = pullRequests ? count(pullRequests, 'pull request') : 'Scan';
  const time = isUnlimited ? '' : timeText(requests);
  const more = requests === 0 ? 'no more requests' : count(requests, 'more request');
  lines.push(`${what}: ${words[accuracy]}${more}${time}.`);
  return lines;
}

export function deepScanProgress(event: EventOf<'deep-look-progress'>): string {
  const { looked, repositories, pullRequests, conversations } = event;
  const talk =
    conversations === null
      ? ''
      : `, ${conversations.read} of ${conversations.total} conversations read`;
  return `${looked} of ${repositories} repositories scanned: ${count(pullRequests, 'pull request')}${talk}`;
}

/** Describes what reading the names of variables will take, in requests and hours. */
export function secretScanLines(event: EventOf<'secret-look-planned'>): readonly string[] {
  const { repositories, known, requests, accuracy } = event;
  const lines: string[] = [];
  const isLeast = accuracy === 'at-least';
  if (known > 0 && isLeast) {
    const all = count(repositories, 'repository', 'repositories');
    lines.push(`${known} of ${all} already read by an interrupted run (--fresh reads them again).`);
  }
  const more = `${words[accuracy]}${count(requests, 'more request')}${timeText(requests)}`;
  const environments = isLeast ? ', and one for each deployment environment' : '';
  lines.push(`Names of pipeline variables: ${more}${environments}.`);
  return lines;
}

export function secretScanProgress(event: EventOf<'secret-look-progress'>): string {
  const { looked, repositories, names } = event;
  return `${looked} of ${repositories} repositories scanned: ${count(names, 'name')} of variables`;
}

/** Describes what reading settings will take, in requests and hours. */
export function settingsScanLines(event: EventOf<'settings-scan-planned'>): readonly string[] {
  const { repositories, known, requests, perRepository } = event;
  const all = count(repositories, 'repository', 'repositories');
  const before =
    known === 0
      ? []
      : [`${known} of ${all} already read by an interrupted run (--fresh reads them again).`];
  const shared = requests - perRepository * repositories;
  const parts = known === 0 && shared > 0 ? ` (${perRepository} for each, ${shared} shared)` : '';
  const cost = `at least ${count(requests, 'more request')}${parts}${timeText(requests)}`;
  return [...before, `Settings of ${all}: ${cost}.`];
}

export function settingsScanProgress(event: EventOf<'settings-scan-progress'>): string {
  return `${event.scanned} of ${event.repositories} repositories scanned for settings`;
}

/** Bitbucket counts over any hour: `sourcePerHour` requests are answered without a wait. */
function timeText(requests: number): string {
  const { sourcePerHour } = hostLimits;
  const rate = sourcePerHour.toLocaleString('en-US');
  if (requests === 0) return '';
  if (requests <= sourcePerHour) return ` of the ${rate} Bitbucket allows per hour`;
  const hours = (requests / sourcePerHour).toFixed(1);
  return `, about ${hours} hours at ${rate} per hour`;
}

/** A write takes five points. */
const writesPerHour = (hostLimits.pointsPerMinute / 5) * 60;

export function scaffoldPlanned(event: EventOf<'scaffold-planned'>): string {
  const { repositories, secrets, requests, writes, isLimited } = event;
  const what = `${count(secrets, 'secret')} of ${count(repositories, 'repository', 'repositories')}`;
  const hours = Math.max(requests / hostLimits.requestsPerHour, writes / writesPerHour);
  const time = isLimited && hours > 1 ? `, about ${hours.toFixed(1)} hours at its rate limit` : '';
  return `${what}: at most ${count(requests, 'request')} to GitHub, including ${count(writes, 'write')}${time}.`;
}

export function scaffoldProgress(event: EventOf<'scaffold-progress'>): string {
  const { done, total, made, isLook } = event;
  const what = isLook ? '' : `: ${count(made, 'secret')} created`;
  return `${done} of ${total} repositories done${what}`;
}
