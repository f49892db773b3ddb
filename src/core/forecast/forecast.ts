import { addEach } from '../discovery/deep-scan/count-conversation.ts';
import { type CommentMode, commentModes } from '../ports/pull-request-target.ts';
import type { SourceKind } from '../ports/records/repository.ts';
import { sourceTraits } from '../ports/records/source-traits.ts';
import type { RequestCosts as CostsBesides } from '../settings/kinds/kind.ts';
import { type Arrival, addFacts, noFacts, type PullRequestFacts, whatArrives } from './facts.ts';
import { creatingTime, hostLimits, sourceTime, writingTime } from './host-limits.ts';
import { noCosts, type RequestCosts, requestCosts } from './request-costs.ts';

export interface ForecastInput {
  /** The slug. */
  readonly source: string;
  /** `null`: nothing is known of it. */
  readonly facts: PullRequestFacts | null;
}

/** Describes what the pull requests of a migration take, and what becomes of them; its times are those of all writes. */
export interface Forecast {
  readonly accuracy: 'exact' | 'estimate';
  readonly repositories: readonly RepositoryForecast[];
  readonly all: Omit<RepositoryForecast, 'source'>;
  readonly times: ByMode<ForecastTime>;
  /** Requests to the target of settings and workflows, in `times` and not in `all`; left out: none. */
  readonly besides?: CostsBesides;
  /**
   * True if the times reckon with the limits of GitHub.com: an Enterprise Server has none unless its administrator sets
   * some.
   */
  readonly targetIsLimited: boolean;
  /** Slugs of repositories that nothing is known of. */
  readonly unknown: readonly string[];
  /** Tokens of the source that are used side by side; left out: one. */
  readonly sourceTokens?: number;
  /** The source has no limit of its own. */
  readonly isSourceUnlimited?: true;
}

export interface RepositoryForecast {
  readonly source: string;
  readonly facts: PullRequestFacts;
  readonly arrival: Arrival | null;
  readonly costs: ByMode<RequestCosts>;
}

type ByMode<T> = Readonly<Record<CommentMode, T>>;

/** In milliseconds, as the hosts' limits make it: git and reading go on meanwhile. */
interface ForecastTime {
  /** Where GitHub marks pull requests as merged when their commits are pushed. */
  readonly mergedByPush: number;
  /** Where it takes a request for each, one a minute and repository. */
  readonly mergedByRequest: number;
  /** The slowest part, merges by request left aside; `null` where everything takes less than a minute. */
  readonly limitedBy: ForecastLimit | null;
}

/** A limit of a host, by what it counts: of the source, of the target, or of one repository on the target. */
export type ForecastLimit = 'source-requests' | 'content-creating' | 'writes' | 'pushes';

/** Pure. */
export function forecast(
  inputs: readonly ForecastInput[],
  {
    kind = 'bitbucket-cloud',
    targetIsLimited = true,
    sourceTokens = 1,
    besides = nothing,
  }: {
    kind?: SourceKind | undefined;
    targetIsLimited?: boolean | undefined;
    sourceTokens?: number | undefined;
    besides?: CostsBesides | undefined;
  } = {},
): Forecast {
  const repositories: RepositoryForecast[] = [];
  const unknown: string[] = [];
  for (const { source, facts } of inputs) {
    if (facts === null) {
      unknown.push(source);
      continue;
    }
    const costs = byMode((mode) => requestCosts(mode, facts, kind));
    repositories.push({ source, facts, arrival: whatArrives(facts), costs });
  }
  const sum = repositories.map(({ facts }) => facts).reduce(addFacts, noFacts);
  const costs = byMode((mode) =>
    repositories.map((one) => one.costs[mode]).reduce(addCosts, noCosts),
  );
  const whole = { repositories, kind, targetIsLimited, sourceTokens, besides };
  return {
    accuracy: unknown.length > 0 ? 'estimate' : sum.accuracy,
    repositories,
    all: { facts: sum, arrival: whatArrives(sum), costs },
    times: byMode((mode) => timeOf(costs[mode], { ...whole, mode })),
    ...(besides.writes + besides.creating > 0 && { besides }),
    ...(sourceTokens > 1 && { sourceTokens }),
    targetIsLimited,
    unknown,
    ...(sourceTraits[kind].isUnlimited ? { isSourceUnlimited: true } : {}),
  };
}

/** The same on GitHub.com, whose limits a demo does not have. Pure. */
export function underLimits(known: Forecast, kind: SourceKind): Forecast {
  const { repositories, besides, sourceTokens } = known;
  return forecast(repositories, { kind, besides, sourceTokens });
}

const minute = 60_000;
const nothing: CostsBesides = { reads: 0, writes: 0, creating: 0 };

/** Writes to the target in a mode, of everything. Pure. */
export function writesOf({ all, besides = nothing }: Forecast, mode: CommentMode): number {
  const { creating, otherWrites } = all.costs[mode];
  return creating + otherWrites + besides.writes + besides.creating;
}

/** The budgets of both hosts are shared by all repositories; pushes and merges are limited in each by itself. */
function timeOf(
  all: RequestCosts,
  options: {
    mode: CommentMode;
    repositories: readonly RepositoryForecast[];
    kind: SourceKind;
    targetIsLimited: boolean;
    sourceTokens: number;
    besides: CostsBesides;
  },
): ForecastTime {
  const { mode, repositories, kind, targetIsLimited, sourceTokens, besides } = options;
  const reading = sourceTraits[kind].isUnlimited ? 0 : sourceTime(all.source, sourceTokens);
  if (!targetIsLimited) {
    const limitedBy = longestOf({ 'source-requests': reading });
    return { mergedByPush: reading, mergedByRequest: reading, limitedBy };
  }
  const longest = (of: (costs: RequestCosts) => number) =>
    repositories.reduce((most, { costs }) => Math.max(most, of(costs[mode])), 0);
  const pushing = (longest(({ pushes }) => pushes) / hostLimits.pushesPerMinute) * minute;
  const merging = (longest(({ merges }) => merges) / hostLimits.mergesPerMinute) * minute;
  const creating = all.creating + besides.creating;
  const writes = creating + all.otherWrites + besides.writes;
  const times = {
    'content-creating': creatingTime(creating),
    writes: writingTime(writes),
    'source-requests': reading,
    pushes: pushing,
  };
  const mergedByPush = Math.max(...Object.values(times));
  const withMerges = Math.max(writingTime(writes + all.merges), merging);
  const limitedBy = longestOf(times);
  return { mergedByPush, mergedByRequest: Math.max(mergedByPush, withMerges), limitedBy };
}

/** The limit that takes longest, the first of equals; `null`: none takes a minute. */
function longestOf(times: Partial<Record<ForecastLimit, number>>): ForecastLimit | null {
  const entries = Object.entries(times) as [ForecastLimit, number][];
  const [longest] = entries.sort(([, one], [, other]) => other - one);
  return longest === undefined || longest[1] < minute ? null : longest[0];
}

function addCosts(one: RequestCosts, other: RequestCosts): RequestCosts {
  const { isUpperBound, ...numbers } = one;
  return { ...addEach(numbers, other), isUpperBound: isUpperBound || other.isUpperBound };
}

function byMode<T>(of: (mode: CommentMode) => T): ByMode<T> {
  return Object.fromEntries(commentModes.map((mode) => [mode, of(mode)])) as unknown as ByMode<T>;
}
