import { permissionsOf } from '../accounts/permissions.ts';
import type { GithubRepository } from '../records.ts';
import type { Call, RepositoryCall } from '../rest/call.ts';
import type {
  GithubIssueComment,
  GithubPullRequest,
  GithubReviewComment,
  GithubThread,
} from '../tracker/records.ts';
import { notResolved } from './refusal.ts';

export type FoundNode =
  | { readonly kind: 'U'; readonly login: string }
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
  for (const repository of call.host.repositories) {
    const inside = openRepository(call, repository);
    const found = inside === null ? null : findIn(inside, kind, Number(id));
    if (found !== null) return found;
  }
  throw notResolved(`node with the global id of '${globalId}'`);
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
