import type { Answer } from '../../network/answer.ts';
import type { GithubAccount } from '../accounts/account.ts';
import { activeMembership } from '../accounts/permissions.ts';
import { githubError, notFound } from '../rest/answers.ts';
import type { Call } from '../rest/call.ts';

/** A request about an organization that the caller belongs to. */
export interface OrganizationCall extends Call {
  readonly organization: GithubAccount;
  readonly isOwner: boolean;
  /** Words in place of `*` in the route. */
  readonly words: readonly string[];
}

export type OrganizationHandler = (call: OrganizationCall) => Answer | Promise<Answer>;

export interface OrganizationRoute {
  /** `read`: what members see. `own`: for owners. `hide`: the same, and others get 404. */
  readonly needs: 'read' | 'own' | 'hide';
  readonly handle: OrganizationHandler;
}

const readingScopes = ['read:org', 'write:org', 'admin:org', 'repo', 'user'];

/** Strangers get 404; members hear what they lack. */
export function openOrganization(
  call: Call,
  { needs, handle }: OrganizationRoute,
  words: readonly string[],
): Answer | Promise<Answer> {
  const { host, token, exchange } = call;
  const organization = host.findAccount(exchange.segments[1] ?? '');
  if (organization?.kind !== 'organization') return notFound();
  const membership = activeMembership(organization, token.user);
  if (membership === null) return notFound();
  const scopes = needs === 'read' ? readingScopes : ['admin:org'];
  const isOwner = membership === 'admin';
  const isAllowed = scopes.some((scope) => token.scopes.includes(scope));
  if (isAllowed && (isOwner || needs === 'read')) {
    return handle({ ...call, organization, isOwner, words });
  }
  return needs === 'hide'
    ? notFound()
    : githubError(403, 'Must have admin rights to Organization.');
}
