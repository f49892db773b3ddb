import type { GithubAccount } from '../accounts/account.ts';
import { nodeId } from '../accounts/account-json.ts';
import type { ImportedPerson, ImportSource, RepositoryImport } from '../importer/importer.ts';
import { pollImport, rememberedImports } from '../importer/imports.ts';
import { logUrl } from '../importer/log-server.ts';
import type { Call } from '../rest/call.ts';
import { githubTime } from '../rest/github-time.ts';
import { mustImport } from './importer-refusals.ts';
import { connection, type PageArguments } from './parts/connection.ts';
import { peopleOfOrganization } from './people-views.ts';
import { userView } from './views.ts';

type OrganizationArguments = PageArguments & {
  readonly login?: string | null;
  readonly repositoryName?: string | null;
  readonly state?: string | null;
  readonly orderBy?: { readonly direction: 'ASC' | 'DESC' } | null;
};

export function organizationView(account: GithubAccount, call: Call) {
  const { importer } = call.host;
  return {
    __typename: 'Organization',
    id: nodeId('O', account.id),
    databaseId: account.id,
    login: account.login,
    name: account.name,
    url: `${call.addresses.webUrl}/${account.login}`,
    ...peopleOfOrganization(account, call),
    mannequins({ login = null, ...page }: OrganizationArguments) {
      mustImport(call, account, 'mannequins');
      const found = importer.mannequins.filter(
        (one) => one.organization === account && (login === null || one.account.login === login),
      );
      const view = (one: ImportedPerson) => mannequinView(one, call);
      return connection(found, page, { name: 'mannequins', view });
    },
    repositoryMigrations({ repositoryName = null, state = null, ...page }: OrganizationArguments) {
      mustImport(call, account, 'repositoryMigrations');
      const found = rememberedImports(call.host).filter(
        (one) =>
          one.organization === account &&
          (repositoryName === null || one.repositoryName === repositoryName) &&
          (state === null || one.state === state),
      );
      const sorted = page.orderBy?.direction === 'DESC' ? found.toReversed() : found;
      const view = (one: RepositoryImport) => importView(one, call);
      return connection(sorted, page, { name: 'repositoryMigrations', view });
    },
  };
}

export function mannequinView({ account, email, claimant, createdAt }: ImportedPerson, call: Call) {
  return {
    ...userView(account, call),
    email,
    claimant: claimant === null ? null : userView(claimant, call),
    createdAt: githubTime(createdAt),
  };
}

/** Each look counts: the import goes on by it. */
export function importView(one: RepositoryImport, call: Call) {
  const state = pollImport(call.host, one);
  const hasLog = one.endedAt !== null && one.polls > call.host.importer.rules.pollsBeforeLog;
  const hasEnded = one.state === state;
  return {
    __typename: 'RepositoryMigration',
    id: nodeId('RM', one.id),
    databaseId: String(one.id),
    continueOnError: one.continueOnError,
    createdAt: githubTime(one.startedAt),
    failureReason: hasEnded ? (one.failureReason ?? '') : '',
    migrationLogUrl: hasEnded && hasLog ? logUrl(call.host, one) : '',
    migrationSource: () => sourceView(one.source),
    repositoryName: one.repositoryName,
    sourceUrl: one.sourceUrl,
    state,
    warningsCount: hasEnded ? one.warnings : 0,
  };
}

export function sourceView({ id, name, type, url }: ImportSource) {
  return { __typename: 'MigrationSource', id: nodeId('MS', id), name, type, url };
}
