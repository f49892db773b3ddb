import * as z from 'zod';
import type { HttpResponse } from '../../../network/http/response.ts';
import type { Account, OwnerChoice } from '../../../ports/records/account.ts';
import { type PageParameters, readPages } from '../rest/pages.ts';
import type { GitHub } from '../rest/shared.ts';

const membershipRow = z.object({
  state: z.string().catch('active'),
  role: z.string().catch(''),
  organization: z.object({ login: z.string().min(1) }),
});

const organizationRow = z.object({ login: z.string().min(1) });

/**
 * Where the account may have a place for repositories: its active memberships, or, where the token may not ask for those, its
 * organizations; always itself, at last. A token without the right to ask leaves organizations out: they can be named all the same.
 */
export async function listOwners(
  github: GitHub,
  { account, signal }: { account: Account; signal?: AbortSignal },
): Promise<readonly OwnerChoice[]> {
  const organizations =
    (await listMemberships(github, signal)) ?? (await listOrganizations(github, signal)) ?? [];
  const sorted = [...organizations].sort((one, other) =>
    one.login.toLowerCase() < other.login.toLowerCase() ? -1 : 1,
  );
  if (account.username === null) return sorted;
  return [...sorted, { login: account.username, kind: 'user', role: 'admin' }];
}

async function listMemberships(
  github: GitHub,
  signal: AbortSignal | undefined,
): Promise<readonly OwnerChoice[] | null> {
  const rows = await readUnlessRefused(github, membershipRow, {
    what: 'GET /user/memberships/orgs',
    keyOf: ({ organization }) => organization.login,
    ask: (page) =>
      github.send(
        'GET /user/memberships/orgs',
        { ...page, state: 'active' },
        { creates: false, expectedStatuses: refusals, signal },
      ),
  });
  return (
    rows
      ?.filter(({ state }) => state === 'active')
      .map(({ organization, role }) => ({
        login: organization.login,
        kind: 'organization',
        role: role === 'admin' ? 'admin' : 'member',
      })) ?? null
  );
}

async function listOrganizations(
  github: GitHub,
  signal: AbortSignal | undefined,
): Promise<readonly OwnerChoice[] | null> {
  const rows = await readUnlessRefused(github, organizationRow, {
    what: 'GET /user/orgs',
    keyOf: ({ login }) => login,
    ask: (page) =>
      github.send('GET /user/orgs', page, {
        creates: false,
        expectedStatuses: refusals,
        signal,
      }),
  });
  return rows?.map(({ login }) => ({ login, kind: 'organization', role: null })) ?? null;
}

/** What tokens without the right to ask are answered, and what hosts and stand-ins answer that have no such list. */
const refusals = [403, 404, 410, 501];

class Refused extends Error {}

async function readUnlessRefused<Row>(
  github: GitHub,
  row: z.ZodType<Row>,
  list: {
    what: string;
    keyOf: (row: Row) => string;
    ask: (page: PageParameters) => Promise<HttpResponse>;
  },
): Promise<readonly Row[] | null> {
  const rows: Row[] = [];
  try {
    for await (const some of readPages({
      host: github.host,
      what: list.what,
      row,
      keyOf: list.keyOf,
      async ask(page) {
        const answer = await list.ask(page);
        if (refusals.includes(answer.status)) throw new Refused(list.what);
        return answer;
      },
    })) {
      rows.push(...some);
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    github.log('info', `${list.what} is not open to DST_TOKEN`);
    return null;
  }
  return rows;
}
