import type { GithubAccount, LinkedIdentity } from '../accounts/account.ts';
import { nodeId } from '../accounts/account-json.ts';
import { activeMembership, permissionsOf } from '../accounts/permissions.ts';
import type { GithubRepository } from '../records.ts';
import type { Call } from '../rest/call.ts';
import { openRepository } from './find-node.ts';
import { connection, type PageArguments } from './parts/connection.ts';
import { GraphqlRefusal } from './parts/refusal.ts';
import { repositoryView, userView } from './views.ts';

type Ordered = PageArguments & {
  readonly orderBy?: { readonly field: string; readonly direction: 'ASC' | 'DESC' } | null;
};

/** The fields of an organization that show people and what they have pushed to. */
export function peopleOfOrganization(account: GithubAccount, call: Call) {
  const isMember = activeMembership(account, call.token.user) !== null;
  return {
    membersWithRole(page: PageArguments) {
      if (call.host.rules.membersNeedScope) {
        mustHaveScope(call, 'membersWithRole', ['read:org', 'write:org', 'admin:org']);
      }
      // Nobody of the sandbox shows their membership to strangers.
      const active = isMember ? membersOf(account, call) : [];
      const view = (one: GithubAccount) => userView(one, call);
      return connection(active, page, { name: 'membersWithRole', view });
    },
    repositories({ orderBy = null, ...page }: Ordered) {
      const seen = call.host.repositories.filter(
        (one) => one.owner === account && permissionsOf(call.token, one) !== null,
      );
      const key = (one: GithubRepository): string | number => {
        if (orderBy?.field === 'PUSHED_AT') return one.size?.pushedAt ?? 0;
        return orderBy?.field === 'NAME' ? one.name : one.createdAt;
      };
      const sorted = seen.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
      if (orderBy?.direction === 'DESC') sorted.reverse();
      const view = (one: GithubRepository) => {
        const inside = openRepository(call, one);
        return inside === null ? null : repositoryView(inside);
      };
      return connection(sorted, page, { name: 'repositories', view });
    },
    samlIdentityProvider: () => identityProvider(account, call),
  };
}

function membersOf(account: GithubAccount, { host }: Call): readonly GithubAccount[] {
  return [...account.members].flatMap(([login, { state }]) => {
    const found = state === 'active' ? host.findAccount(login) : null;
    return found === null ? [] : [found];
  });
}

/** Only owners see it, and only with a scope of theirs. */
function identityProvider(account: GithubAccount, call: Call) {
  const isOwner = activeMembership(account, call.token.user) === 'admin';
  const { host, token } = call;
  if (!token.scopes.includes('admin:org') && host.rules.identitiesWithoutScope === 'error') {
    mustHaveScope(call, 'samlIdentityProvider', ['admin:org']);
  }
  const { identities } = account;
  if (!isOwner || !token.scopes.includes('admin:org') || identities === null) return null;
  return {
    __typename: 'OrganizationIdentityProvider',
    id: nodeId('OIP', account.id),
    externalIdentities({ membersOnly = false, ...page }: IdentityArguments) {
      const shown = identities.filter(
        ({ account: one }) =>
          membersOnly !== true || (one !== null && activeMembership(account, one) !== null),
      );
      const view = (one: LinkedIdentity) => identityView(one, shown.indexOf(one), call);
      return connection(shown, page, { name: 'externalIdentities', view });
    },
  };
}

type IdentityArguments = PageArguments & { readonly membersOnly?: boolean | null };

function identityView({ account, saml, scim }: LinkedIdentity, index: number, call: Call) {
  return {
    __typename: 'ExternalIdentity',
    id: nodeId('EI', index + 1),
    guid: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    user: account === null ? null : userView(account, call),
    samlIdentity: attributesView(saml),
    scimIdentity: attributesView(scim),
  };
}

function attributesView(attributes: LinkedIdentity['saml']) {
  if (attributes === null) return null;
  const { emails = null, ...named } = attributes;
  return { ...named, emails: emails?.map((value) => ({ value })) ?? null };
}

function mustHaveScope({ token }: Call, field: string, needed: readonly string[]): void {
  if (needed.some((scope) => token.scopes.includes(scope))) return;
  const list = (scopes: readonly string[]) => `[${scopes.map((one) => `'${one}'`).join(', ')}]`;
  throw new GraphqlRefusal(
    'INSUFFICIENT_SCOPES',
    `Your token has not been granted the required scopes to execute this query. The '${field}' field requires one of the following scopes: ${list(needed.slice(0, 1))}, but your token has only been granted the: ${list(token.scopes)} scopes. Please modify your token's scopes at: https://github.com/settings/tokens.`,
  );
}
