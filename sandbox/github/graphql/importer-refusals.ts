import type { GithubAccount } from '../accounts/account.ts';
import { activeMembership } from '../accounts/permissions.ts';
import { lackOfRight } from '../importer/import-rights.ts';
import type { Call } from '../rest/call.ts';
import { GraphqlRefusal } from './parts/refusal.ts';

/** @throws GraphqlRefusal where the importer is down, or there is none */
export function mustBeUp({ host: { importer }, enterprise }: Call): void {
  if (enterprise === null && importer.rules.isAvailable && importer.loadArchive !== null) return;
  throw new GraphqlRefusal(
    'SERVICE_UNAVAILABLE',
    'GitHub Enterprise Importer is currently unavailable. Please try again later.',
  );
}

/** @throws GraphqlRefusal where the organization asks for single sign-on, and the token has none */
export function mustBeAuthorized({ host, token }: Call, organization: GithubAccount): void {
  if (lackOfRight(host.importer, organization, token)?.lacks !== 'single-sign-on') return;
  throw new GraphqlRefusal(
    'FORBIDDEN',
    'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
    { isSingleSignOn: true },
  );
}

/**
 * @param field as the message names it
 * @throws GraphqlRefusal where somebody lacks the scopes, or the role: then it names the same scopes twice
 */
export function mustImport(call: Call, organization: GithubAccount, field: string): void {
  mustBeAuthorized(call, organization);
  const lack = lackOfRight(call.host.importer, organization, call.token);
  if (lack === null || lack.lacks === 'single-sign-on') return;
  throw lacking(call, field, lack.required);
}

/** Only owners hand content over, and grant roles. @throws GraphqlRefusal */
export function mustOwn(call: Call, organization: GithubAccount, field: string): void {
  mustImport(call, organization, field);
  const { scopes, user } = call.token;
  if (activeMembership(organization, user) !== 'admin') throw lacking(call, field, scopes);
}

function lacking({ token }: Call, field: string, required: readonly string[]): GraphqlRefusal {
  const name = `${field[0]?.toUpperCase()}${field.slice(1)}`;
  const list = (scopes: readonly string[]) => `[${scopes.map((one) => `'${one}'`).join(', ')}]`;
  return new GraphqlRefusal(
    'FORBIDDEN',
    `${token.user.login} does not have the correct permissions to execute \`${name}\` query. It requires the following scopes: ${list(required)}, but the token has only been granted the: ${list(token.scopes)} scopes.`,
  );
}
