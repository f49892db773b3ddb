import * as z from 'zod';
import { type HttpResponse, oneLine } from '../../network/response/response.ts';
import type { RequestBudget } from '../../ports/records/target-checkup.ts';
import type { GitHub, HostMethod } from './rest/shared.ts';

const budgetSchema = z.object({
  limit: z.number(),
  remaining: z.number(),
  /** Seconds since 1970. */
  reset: z.number(),
});

/** `rate` is gone from newer versions of the API; `resources.core` is the same. */
const rateLimitSchema = z.object({ resources: z.object({ core: budgetSchema }) });

/** Minor versions of Enterprise Server 3 that this program was tested with. */
const tested = { from: 17, to: 19 };

/** Three requests, of which the first counts against no limit. */
export const checkUp: HostMethod<'checkUp'> = async (github, { signal } = {}) => {
  const options = { creates: false, signal } as const;
  const rate = await askRateLimit(github, signal);
  const organizations = await github.send(
    'GET /user/orgs',
    { per_page: 1 },
    { ...options, expectedStatuses: [403, 404] },
  );
  const header = rate.headers['x-github-enterprise-version'];
  const version = header === undefined ? null : oneLine(header, 40);
  return {
    product: version === null ? 'GitHub' : 'GitHub Enterprise Server',
    version,
    isTested: version === null || isTested(version),
    hasGraphQl: await answersGraphQl(github, signal),
    hiddenOrganizations: hiddenBySingleSignOn(organizations),
    budget: budgetOf(rate),
  };
};

function askRateLimit(github: GitHub, signal: AbortSignal | undefined): Promise<HttpResponse> {
  return github.send('GET /rate_limit', {}, { creates: false, expectedStatuses: [404], signal });
}

/** One request, which counts against no limit; `null`: the host limits nobody. */
export async function readBudget(
  github: GitHub,
  signal: AbortSignal | undefined,
): Promise<RequestBudget | null> {
  return budgetOf(await askRateLimit(github, signal));
}

/** 404 `Rate limiting is not enabled.`: an Enterprise Server whose administrator has set no limits. */
function budgetOf(answer: HttpResponse): RequestBudget | null {
  const parsed = rateLimitSchema.safeParse(answer.json);
  if (answer.status === 404 || !parsed.success) return null;
  const { limit, remaining, reset } = parsed.data.resources.core;
  return { limit, remaining, resetAt: reset * 1000 };
}

/** `partial-results; organizations=21955855,20582480` */
function hiddenBySingleSignOn({ headers }: HttpResponse): number {
  const ids = /partial-results;\s*organizations=([\d,]+)/.exec(headers['x-github-sso'] ?? '')?.[1];
  return ids === undefined ? 0 : ids.split(',').length;
}

function isTested(version: string): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) === 3 && Number(minor) >= tested.from && Number(minor) <= tested.to;
}

async function answersGraphQl(github: GitHub, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const { data } = await github.graphQl('query { viewer { login } }', {}, { signal });
    return data !== null;
  } catch (error) {
    if (signal?.aborted) throw error;
    return false;
  }
}
