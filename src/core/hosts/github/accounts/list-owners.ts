import * as z from 'zod';
import type { OwnerChoice } from '../../../ports/records/account.ts';
import { type PagesOptions, readAll } from '../rest/pages.ts';
import type { GitHub, HostMethod } from '../rest/shared.ts';

const membershipRow = z.object({
  state: z.string().catch('active'),
  role: z.string().catch(''),
  organization: z.object({ login: z.string().min(1) }),
});

const organizationRow = z.object({ login: z.string().min(1) });

/**
 * Where the account may create repositories: its active memberships or, if the token may not list those, its
 * organizations; the account itself comes last. Organizations that the token cannot list can still be named.
 */
export const listOwners: HostMethod<'listOwners'> = async (github, { account, signal }) => {
  const organizations =
    (await listMemberships(github, signal)) ?? (await listOrganizations(github, signal)) ?? [];
  const sorted = [...organizations].sort((one, other) =>
    one.login.toLowerCase() < other.login.toLowerCase() ? -1 : 1,
  );
  if (account.username === null) return sorted;
  return [...sorted, { login: account.username, kind: 'user', role: 'admin' }];
};

async function listMemberships(
  github: GitHub,
  signal: AbortSignal | undefined,
): Promise<readonly OwnerChoice[] | null> {
  const rows = await readUnlessRefused(github, {
    what: 'GET /user/memberships/orgs',
    row: membershipRow,
    keyOf: ({ organization }) => organization.login,
    ask: (page) =>
      github.send(
        'GET /user/memberships/orgs',
        { ...page, state: 'active' },
        { creates: false, expectedStatuses: refusals, signal },
      ),
  });
  const active = rows?.filter(({ state }) => state === 'active');
  return (
    active?.map(({ organization, role }) => ({
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
  const options = { creates: false, expectedStatuses: refusals, signal };
  const rows = await readUnlessRefused(github, {
    what: 'GET /user/orgs',
    row: organizationRow,
    keyOf: ({ login }) => login,
    ask: (page) => github.send('GET /user/orgs', page, options),
  });
  return rows?.map(({ login }) => ({ login, kind: 'organization', role: null })) ?? null;
}

/** Answers to tokens without the right to list, and of hosts and stand-ins without such a list. */
const refusals = [403, 404, 410, 501];

async function readUnlessRefused<Row>(
  github: GitHub,
  list: Omit<PagesOptions<Row>, 'host'>,
): Promise<readonly Row[] | null> {
  const rows = await readAll({ ...list, host: github.host, absentStatuses: refusals });
  if (rows === null) github.log('info', `DST_TOKEN has no access to ${list.what}`);
  return rows;
}
