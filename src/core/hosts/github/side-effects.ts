import * as z from 'zod';
import { MigratorError } from '../../kernel/errors.ts';
import type { HttpResponse } from '../../network/http/response.ts';
import type { TargetOwner } from '../../ports/records/account.ts';
import type { Cancellable } from '../../ports/records/target-address.ts';
import type { TargetSideEffects } from '../../ports/target-host.ts';
import { type PageParameters, readPages } from './rest/pages.ts';
import type { GitHub } from './rest/shared.ts';

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

/** What pull requests and the branches for them set off. */
const noisyEvents = new Set([
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
 * An organisation's webhooks (the scope admin:org_hook is needed for them) and rulesets, as far as the token may see
 * them: GitHub answers 403 or 404 to others. A personal account has neither.
 */
export async function findSideEffects(
  github: GitHub,
  { owner, signal }: { owner: TargetOwner } & Cancellable,
): Promise<readonly TargetSideEffects[]> {
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
  return [...hooks.filter(isHeard).map(toWebhook), ...rulesets.filter(isInForce).map(toRuleset)];
}

/** Server errors among them: it is not worth a wait to know it. */
const notShown = [403, 404, 410, 500, 501, 502, 503, 504];

class NotShown extends Error {}

/** Nothing where the host does not show it, or shows it in a way that is not known: nobody depends on it. */
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
      if (notShown.includes(answer.status)) throw new NotShown();
      return answer;
    },
  });
  try {
    for await (const page of pages) rows.push(...page);
  } catch (thrown) {
    if (concernsAll(thrown)) throw thrown;
    github.log('debug', `${what}: not known`);
  }
  return rows;
}

function concernsAll(thrown: unknown): boolean {
  if (thrown instanceof NotShown) return false;
  const code = thrown instanceof MigratorError ? thrown.code : 'unexpected';
  return ['unexpected', 'interrupted', 'credentials'].includes(code);
}

function isHeard({ active, events }: z.infer<typeof hookSchema>): boolean {
  return active && events.some((event) => noisyEvents.has(event));
}

/** Those that are only evaluated hinder nobody. */
function isInForce({ target, enforcement }: z.infer<typeof rulesetSchema>): boolean {
  return enforcement === 'active' && (target ?? 'branch') === 'branch';
}

/** The rest of the address may be a secret. */
function toWebhook({ config }: z.infer<typeof hookSchema>): TargetSideEffects {
  return { kind: 'webhook', name: URL.parse(config.url)?.host ?? '' };
}

function toRuleset({ name }: z.infer<typeof rulesetSchema>): TargetSideEffects {
  return { kind: 'ruleset', name };
}
