import type { GithubAccount } from '../accounts/account.ts';
import { permissionsOf } from '../accounts/permissions.ts';
import { lackOfRight } from '../importer/import-rights.ts';
import type { ImportedPerson, ImportSource, RepositoryImport } from '../importer/importer.ts';
import { rememberedImports } from '../importer/imports.ts';
import type { GithubRepository } from '../records.ts';
import type { Call, RepositoryCall } from '../rest/call.ts';
import type {
  GithubIssueComment,
  GithubPullRequest,
  GithubReviewComment,
  GithubThread,
} from '../tracker/records.ts';
import { mustBeAuthorized } from './importer-refusals.ts';
import { notResolved } from './parts/refusal.ts';

export type FoundNode =
  | { readonly kind: 'U'; readonly login: string }
  | { readonly kind: 'O'; readonly account: GithubAccount }
  | { readonly kind: 'M'; readonly one: ImportedPerson }
  | { readonly kind: 'MS'; readonly one: ImportSource }
  | { readonly kind: 'RM'; readonly one: RepositoryImport }
  | { readonly kind: 'R'; readonly call: RepositoryCall }
  | { readonly kind: 'PR'; readonly call: RepositoryCall; readonly one: GithubPullRequest }
  | { readonly kind: 'PRRT'; readonly call: RepositoryCall; readonly one: GithubThread }
  | { readonly kind: 'PRRC'; readonly call: RepositoryCall; readonly one: GithubReviewComment }
  | { readonly kind: 'IC'; readonly call: RepositoryCall; readonly one: GithubIssueComment };

/** @throws GraphqlRefusal if there is none that the caller may see */
export function findNode(call: Call, globalId: string): FoundNode {
  const [kind = '', id = ''] = readId(globalId);
  const user = kind === 'U' ? call.host.accounts.find((one) => String(one.id) === id) : undefined;
  if (user !== undefined) return { kind: 'U', login: user.login };
  const imported = findOfImporter(call, kind, Number(id));
  if (imported !== null) return imported;
  for (const repository of call.host.repositories) {
    const inside = openRepository(call, repository);
    const found = inside === null ? null : findIn(inside, kind, Number(id));
    if (found !== null) return found;
  }
  throw notResolved(`node with the global id of '${globalId}'`);
}

/** Imports are seen by those who may import into their organization. */
function findOfImporter(call: Call, kind: string, id: number): FoundNode | null {
  const { accounts, importer } = call.host;
  if (kind === 'O') {
    const account = accounts.find((one) => one.id === id && one.kind === 'organization');
    if (account === undefined) return null;
    mustBeAuthorized(call, account);
    return { kind, account };
  }
  const isSeen = ({ organization }: { organization: GithubAccount }): boolean =>
    lackOfRight(importer, organization, call.token) === null;
  if (kind === 'M') {
    const one = importer.mannequins.find(({ account }) => account.id === id);
    return one !== undefined && isSeen(one) ? { kind, one } : null;
  }
  if (kind === 'MS') {
    const one = importer.sources.find((source) => source.id === id);
    return one !== undefined && isSeen(one) ? { kind, one } : null;
  }
  const one = rememberedImports(call.host).find((started) => started.id === id);
  return kind === 'RM' && one !== undefined && isSeen(one) ? { kind, one } : null;
}

/** `null`: the caller may not even know of it. */
export function openRepository(call: Call, repository: GithubRepository): RepositoryCall | null {
  const permissions = permissionsOf(call.token, repository);
  return permissions === null ? null : { ...call, repository, permissions };
}

function findIn(call: RepositoryCall, kind: string, id: number): FoundNode | null {
  const { repository } = call;
  const { tracker } = repository;
  if (kind === 'R') return repository.id === id ? { kind, call } : null;
  if (kind === 'PR') {
    const one = tracker.pullsById.get(id);
    return one === undefined ? null : { kind, call, one };
  }
  if (kind === 'PRRT') {
    const one = tracker.threads.get(id);
    return one === undefined ? null : { kind, call, one };
  }
  if (kind === 'PRRC') {
    const one = tracker.reviewComments.get(id);
    return one === undefined ? null : { kind, call, one };
  }
  const one = kind === 'IC' ? tracker.comments.get(id) : undefined;
  return one === undefined ? null : { kind: 'IC', call, one };
}

/** Reads an id that `nodeId` has made. */
function readId(globalId: string): string[] {
  const [prefix = '', encoded = ''] = globalId.split(/_(.*)/s);
  const parts = Buffer.from(encoded, 'base64url').toString().split(':');
  return parts[0] === prefix ? parts : [];
}
