import type {
  Actor,
  BranchRule,
  MergeCheck,
  SourceSettings,
} from '../../../src/core/ports/records/source-settings.ts';
import type { MappingContext } from '../../../src/core/settings/mapping/item.ts';

export const user = (id: string): Actor => ({ kind: 'user', id, name: id });
export const group = (id: string): Actor => ({ kind: 'group', id, name: id });

export const noSettings: SourceSettings = {
  rules: [],
  checks: [],
  strategies: null,
  reviewers: [],
  owners: null,
  access: [],
  webhooks: [],
  keys: [],
  jira: [],
  labels: [],
  builds: [],
  unread: [],
};

/** Everybody and every group is known by the same name. */
export function contextOf(changes: Partial<MappingContext> = {}): MappingContext {
  const same = (...names: string[]) => new Map(names.map((name) => [name, name]));
  return {
    logins: same('ann', 'bob', 'cid'),
    teams: same('devs', 'leads'),
    hasUserActors: true,
    adminRole: 'maintain',
    teamAccess: new Map(),
    accepted: new Set(),
    ...changes,
  };
}

let last = 0;

export function rule(changes: Partial<BranchRule>): BranchRule {
  last += 1;
  return {
    id: String(last),
    level: 'repository',
    type: 'push',
    refs: { kind: 'glob', pattern: 'main' },
    prevents: ['push', 'force', 'delete', 'create'],
    exceptions: [],
    ...changes,
  };
}

export function check(changes: Partial<MergeCheck>): MergeCheck {
  last += 1;
  return {
    id: String(last),
    level: 'repository',
    type: changes.kind ?? 'approvals',
    kind: 'approvals',
    refs: { kind: 'glob', pattern: 'main' },
    value: 1,
    names: [],
    ...changes,
  };
}
