import { setTimeout as wait } from 'node:timers/promises';
import { githubLimits } from '../../../sandbox/github/rate-limit/limits.ts';
import { busiest as busiestSpan, create } from '../../core/network/support/simulated-writing.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import {
  goneBranches,
  makePullRequestHistory,
  pullRequestsOf,
} from '../../helpers/repositories/pull-request-fixture.ts';
import type { Finding } from '../census/finding.ts';
import { startCrew } from './crew.ts';
import { ofRepositories, openSharedPlace } from './shared-place.ts';

/** How far processes that share one credential use its limit of content-creating requests. */
export interface SharedLimit {
  readonly processes: number;
  /** Processes that have written about a repository. */
  readonly writing: number;
  readonly minutes: number;
  /** Content-creating requests a minute. */
  readonly allowed: number;
  /** In that time. */
  readonly sent: number;
  /** In the busiest span of a minute. */
  readonly busiest: number;
  /** How many of all requests the host has refused for a limit. */
  readonly refused: number;
  readonly findings: readonly Finding[];
  readonly seconds: number;
}

const minute = 60_000;
const { contentPerMinute } = githubLimits;
const least = 0.95;

/** A migration with more to write than one credential may, by several processes that share it, watched by the host's own record. */
export async function runSharedLimit(options: {
  readonly workers: number;
  /** Fewer than the limit of an hour lasts for. */
  readonly minutes: number;
  readonly keep: string | null;
  readonly say: (line: string) => void;
}): Promise<SharedLimit> {
  const { workers, minutes, keep, say } = options;
  const startedAt = performance.now();
  await using place = await openWorkplace({ limits: { bitbucket: 'none' } });
  await using shared = await openSharedPlace(place);
  // Twice as many as may be written in that time.
  await addConversations(place, 2 * minutes * contentPerMinute);
  const findings: Finding[] = [];
  const crew = startCrew(
    {
      ...{ place, environment: shared.environment, exits: new Map() },
      ...{ findings, keep, say },
    },
    workers,
  );
  say(`  ${1 + workers} processes write for ${minutes} minutes with one credential ...`);
  const from = await firstContent(place);
  await wait(from + minutes * minute - Date.now());
  const rows = await shared.ask(`SELECT DISTINCT pid FROM migrator.claim WHERE ${ofRepositories}`);
  const content = contentOf(place).filter((at) => at < from + minutes * minute);
  const refused = place.sandbox.requests.filter(
    ({ host, status }) => host === 'github' && (status === 403 || status === 429),
  ).length;
  const members = [crew.coordinator, ...crew.others];
  for (const one of members) one.stop();
  await Promise.all(members.map(({ done }) => done));
  const busiest = busiestSpan(
    content.map((at) => ({ at, request: create })),
    { unit: 'content', milliseconds: minute },
  );
  if (busiest > contentPerMinute || refused > 0)
    findings.push({ kind: 'wrong', what: `${busiest} requests in a minute, ${refused} refused` });
  if (content.length < least * minutes * contentPerMinute)
    findings.push({ kind: 'wrong', what: `only ${content.length} in ${minutes} minutes` });
  return {
    ...{ processes: 1 + workers, writing: rows.length, minutes, sent: content.length },
    allowed: contentPerMinute,
    ...{ busiest, refused, findings, seconds: (performance.now() - startedAt) / 1000 },
  };
}

const commentsOfEach = 50;

/** Repositories with one pull request each, so many comments in all. */
async function addConversations(place: Workplace, comments: number): Promise<void> {
  const history = makePullRequestHistory(place.folder, 'talkative');
  const { bitbucket } = place.sandbox;
  const [first] = pullRequestsOf(history);
  const slugs = Array.from(
    { length: Math.ceil(comments / commentsOfEach) },
    (_, index) => `talkative-${index + 1}`,
  );
  for (const slug of slugs) {
    await hostCopy(bitbucket, { slug, from: history.folder, without: goneBranches });
    const said = Array.from({ length: commentsOfEach }, (_, index) => ({
      text: `Remark ${index + 1}`,
    }));
    bitbucket.addPullRequest(slug, { ...first, conversation: { comments: said } });
  }
  place.write('plan.json', place.plan(...slugs));
}

/** When the host has answered requests that made something, in milliseconds since 1970. */
function contentOf({ sandbox }: Workplace): readonly number[] {
  return sandbox.requests
    .filter(({ host, contentCreating }) => host === 'github' && contentCreating)
    .map(({ at }) => at)
    .sort((one, other) => one - other);
}

async function firstContent(place: Workplace): Promise<number> {
  for (;;) {
    const [first] = contentOf(place);
    if (first !== undefined) return first;
    await wait(100);
  }
}
