import type { Plan } from '../../../src/core/plan/plan-schema.ts';
import type { PlannedSetting } from '../../../src/core/settings/plan/planned-settings.ts';
import type { Workplace } from '../program/workplace.ts';
import { addRepositories } from '../repositories/migration-fixture.ts';

type Kind = PlannedSetting['kind'];

function planned(kind: Kind, set: PlannedSetting['set'], more: Partial<PlannedSetting> = {}) {
  const id = `${kind}:${JSON.stringify(set).length}`;
  const words = { source: kind, target: kind, grade: 'exact', why: 'The same.' } as const;
  return { id, kind, ...words, set, looser: null, ...more };
}

const core = { kind: 'team', name: 'core' } as const;
const jane = { kind: 'user', name: 'jane' } as const;
const outsider = { kind: 'user', name: 'outsider' } as const;

/** Settings of every kind, and some that a target refuses. */
function settingsOfEveryKind(): PlannedSetting[] {
  return [
    planned('branch-rule', {
      rulesets: [
        {
          target: 'branch',
          include: ['~DEFAULT_BRANCH'],
          rules: [{ type: 'deletion' }, { type: 'non_fast_forward' }],
          bypass: [{ actor: core, mode: 'always' }],
          enforcement: 'active',
        },
      ],
    }),
    planned('merge-check', {
      rulesets: [
        {
          target: 'branch',
          include: ['refs/heads/release/*'],
          rules: [{ type: 'required_status_checks', contexts: ['ci/build'], strict: false }],
          bypass: [],
          enforcement: 'disabled',
        },
      ],
    }),
    planned('access', { access: [{ actor: core, role: 'push' }] }, { id: 'access:core' }),
    planned('access', { access: [{ actor: jane, role: 'maintain' }] }, { id: 'access:jane' }),
    planned('access', { access: [{ actor: outsider, role: 'pull' }] }, { id: 'access:outsider' }),
    planned('merge-strategies', { flags: { mergeCommit: false, squash: true, rebase: false } }),
    planned('webhook', { webhooks: [{ url: 'https://ci.example/hook', events: ['push'] }] }),
    planned('access-key', {
      keys: [{ title: 'deploy', key: 'ssh-ed25519 AAAAdeploy ci@acme', readOnly: true }],
    }),
    planned('autolink', {
      autolinks: [{ prefix: 'SHOP-', url: 'https://jira.example/browse/SHOP-<num>' }],
    }),
    planned('default-reviewers', { owners: [core] }),
    planned('code-owners', {}, { grade: 'none', target: '', why: 'Rewrite it.' }),
  ];
}

/** The people whom the settings name: two of the organization, and one outside of it. */
export function addPeople({ sandbox: { github, organization } }: Workplace): void {
  for (const login of ['jane', 'bob', 'outsider']) github.addUser({ login });
  for (const login of ['jane', 'bob']) {
    github.setMembership(organization, login, { role: 'member', state: 'active' });
  }
}

/** A plan with settings of every kind for each repository, and the team that they name. */
export function withSettings(plan: Plan): Plan {
  const team = { name: 'core', groups: ['core'], incomplete: false };
  return {
    ...plan,
    teams: [{ ...team, members: ['jane', 'bob', 'outsider'] }],
    repositories: plan.repositories.map((one, index) => ({
      ...one,
      // A key is taken only once.
      settings: settingsOfEveryKind().filter(({ kind }) => index === 0 || kind !== 'access-key'),
    })),
  };
}

/** Repositories with settings of every kind in `plan.json`. */
export async function addSettings(place: Workplace, ...slugs: readonly string[]): Promise<void> {
  addPeople(place);
  await addRepositories(place, ...slugs);
  place.write('plan.json', withSettings(place.plan(...slugs)));
}

/** Returns what the target is set to, in a form that two runs can be compared by. */
export function settingsOnTarget({ sandbox }: Workplace, name: string) {
  const { github, organization } = sandbox;
  const repository = github.findRepository(`${organization}/${name}`);
  const owner = github.findAccount(organization);
  if (repository === null || owner === null) throw new Error(`no ${name}`);
  const { settings } = repository;
  return {
    rulesets: settings.rulesets.map(({ name: title, enforcement, bypassActors }) => ({
      title,
      enforcement,
      bypass: bypassActors.length,
    })),
    hooks: settings.hooks.map(({ url, active, events }) => ({ url, active, events })),
    keys: settings.keys.map(({ title, readOnly }) => ({ title, readOnly })),
    autolinks: settings.autolinks.map(({ prefix, template }) => ({ prefix, template })),
    invitations: settings.invitations.map(({ account, role }) => ({ login: account.login, role })),
    collaborators: [...repository.tracker.collaborators.values()].map(
      ({ account, permission }) => ({ login: account.login, permission }),
    ),
    teams: [...owner.teams.values()].map((team) => ({
      slug: team.slug,
      privacy: team.privacy,
      members: [...team.members.keys()].sort(),
      role: team.repositories.get(repository.id) ?? null,
    })),
    pulls: repository.pulls.map(({ number, title, state }) => `#${number} ${title}: ${state}`),
    squashOnly:
      repository.allowSquashMerge && !repository.allowMergeCommit && !repository.allowRebaseMerge,
  };
}

/** Requests to the target that wrote since, by method and path. */
export function writesSince({ sandbox }: Workplace, before: number): readonly string[] {
  return sandbox.requests
    .slice(before)
    .filter(({ host, method }) => host === 'github' && !['GET', 'HEAD'].includes(method))
    .map(({ method, path }) => `${method} ${path}`);
}
