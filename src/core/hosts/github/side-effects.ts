import * as z from 'zod';
import { hasCode, MigratorError } from '../../kernel/errors.ts';
import { statusError } from '../../network/http/response-errors.ts';
import type { HttpResponse } from '../../network/response/response.ts';
import type { TargetSideEffects } from '../../ports/target-host.ts';
import { type PageParameters, readPages } from './rest/pages.ts';
import type { GitHub, HostMethod } from './rest/shared.ts';

const hookSchema = z.object({
  id: z.number(),
  active: z.boolean().catch(true),
  events: z.array(z.string()).catch(['*']),
  config: z.object({ url: z.string().catch('') }).catch({ url: '' }),
});

const rulesetSchema = z.object({
  id: z.number(),
  name: z.string().catch(''),
  target: z.string().nullish().catch(null),
  enforcement: z.string().catch('active'),
});

/** Events that pull requests and their branches trigger. */
const triggeredEvents = new Set([
  '*',
  'create',
  'delete',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'pull_request_review_thread',
  'push',
]);

/**
 * An organization's webhooks (which need the scope admin:org_hook) and rulesets, as far as the token may see them:
 * GitHub answers 403 or 404 otherwise. A personal account has neither.
 */
export const findSideEffects: HostMethod<'findSideEffects'> = async (github, { owner, signal }) => {
  if (owner.kind !== 'organization') return [];
  const org = owner.login;
  const asking = { creates: false, expectedStatuses: notShown, signal } as const;
  const [hooks, rulesets] = await Promise.all([
    listShown(github, `GET /orgs/${org}/hooks`, hookSchema, (page) =>
      github.send('GET /orgs/{org}/hooks', { org, ...page }, asking),
    ),
    listShown(github, `GET /orgs/${org}/rulesets`, rulesetSchema, (page) =>
      github.send('GET /orgs/{org}/rulesets', { org, ...page }, asking),
    ),
  ]);
  return [
    ...hooks.filter(isTriggered).map(toWebhook),
    ...rulesets.filter(isEnforced).map(({ name }) => ({ kind: 'ruleset', name }) as const),
  ];
};

/** With server errors: this is not worth retries. */
const notShown = [403, 404, 410, 500, 501, 502, 503, 504];

/** Errors that concern the whole run. */
const runCodes = ['unexpected', 'interrupted', 'credentials'] as const;

/** Lists rows without those that the host hides or sends in an unknown form: nothing depends on them. */
async function listShown<Row extends { readonly id: number }>(
  github: GitHub,
  what: string,
  row: z.ZodType<Row>,
  ask: (page: PageParameters) => Promise<HttpResponse>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const pages = readPages({
    host: github.host,
    what,
    row,
    keyOf: ({ id }) => id,
    async ask(page) {
      const answer = await ask(page);
      if (notShown.includes(answer.status)) throw statusError(answer, github.host, what);
      return answer;
    },
  });
  try {
    for await (const page of pages) rows.push(...page);
  } catch (thrown) {
    if (!(thrown instanceof MigratorError) || hasCode(thrown, ...runCodes)) throw thrown;
    github.log('debug', `${what}: unknown`);
  }
  return rows;
}

function isTriggered({ active, events }: z.infer<typeof hookSchema>): boolean {
  return active && events.some((event) => triggeredEvents.has(event));
}

/** A ruleset in evaluation blocks nothing. */
function isEnforced({ target, enforcement }: z.infer<typeof rulesetSchema>): boolean {
  return enforcement === 'active' && (target ?? 'branch') === 'branch';
}

/** Without the path, which may hold a secret. */
function toWebhook({ config }: z.infer<typeof hookSchema>): TargetSideEffects {
  return { kind: 'webhook', name: URL.parse(config.url)?.host ?? '' };
}
