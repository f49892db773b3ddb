import type { GithubAccount } from '../../../sandbox/github/accounts/account.ts';
import type { GithubRepository } from '../../../sandbox/github/records.ts';
import { rulesetsFor } from '../../../sandbox/github/rulesets/applicable.ts';
import type { Ruleset } from '../../../src/core/ports/records/target-settings.ts';
import type {
  PlannedSetting,
  PlannedTeam,
} from '../../../src/core/settings/plan/planned-settings.ts';
import type { Finding } from './finding.ts';

/** Describes what a plan wants, as its file says. */
export interface WantedSettings {
  readonly settings: readonly PlannedSetting[];
  readonly teams: readonly PlannedTeam[];
}

/** Every setting of the plan once, and no other of its kind; people outside the organization get nothing. */
export function censusOfSettings(
  target: GithubRepository,
  { settings, teams }: WantedSettings,
): Finding[] {
  const sets = settings.map(({ set }) => set);
  const { owner, name } = target;
  const { hooks, keys, autolinks } = target.settings;
  const all = <T>(of: (set: PlannedSetting['set']) => readonly T[] | undefined) =>
    sets.flatMap((set) => of(set) ?? []);
  const lists = [
    ['webhook', all((one) => one.webhooks).map(({ url }) => url), hooks.map(({ url }) => url)],
    [
      'key',
      all((one) => one.keys).map(({ key }) => key.split(' ').slice(0, 2).join(' ')),
      keys.map(({ key }) => key),
    ],
    [
      'autolink',
      all((one) => one.autolinks).map(({ prefix }) => prefix),
      autolinks.map(({ prefix }) => prefix),
    ],
    ['team', teams.map((team) => team.name), [...owner.teams.keys()]],
    [
      'settings pull request',
      all((one) => one.owners).length > 0 ? ['migrator/settings'] : [],
      target.pulls.map(({ head }) => head.ref).filter((ref) => ref === 'migrator/settings'),
    ],
  ] as const;
  return [
    ...lists.flatMap(([what, wanted, found]) => countEach(`${name}: ${what}`, wanted, found)),
    ...hooks
      .filter(({ active }) => active)
      .map(({ url }): Finding => ({ kind: 'wrong', what: `${name}: ${url} is active` })),
    ...teams.flatMap((team) => censusOfTeam(owner, team)),
    ...censusOfAccess(target, sets),
    ...censusOfRulesets(
      target,
      all((one) => one.rulesets),
    ),
    ...censusOfMerging(target, sets),
  ];
}

/** Each ruleset of ours in the organization once, and none that is for no repository. */
export function censusOfOrganization({ rulesets }: GithubAccount): Finding[] {
  const ours = rulesets.filter(({ name }) => name.startsWith('bitbucket: '));
  const names = ours.map(({ name }) => name);
  const idle = ours.filter(
    ({ repositories }) => repositories?.kind === 'id' && repositories.ids.length === 0,
  );
  return [
    ...countEach('ruleset of the organization', names, names),
    ...idle.map(({ name }): Finding => ({ kind: 'wrong', what: `${name} is for no repository` })),
  ];
}

function countEach(what: string, wanted: readonly string[], found: readonly string[]): Finding[] {
  const times = (list: readonly string[], one: string) =>
    list.filter((other) => other === one).length;
  return [...new Set([...wanted, ...found])].flatMap((one): Finding[] => {
    const many = times(found, one);
    const expected = Math.min(1, times(wanted, one));
    if (many === expected) return [];
    return [{ kind: many < expected ? 'lost' : 'doubled', what: `${what} ${one}` }];
  });
}

/** It has no other members: the account that created it has left. */
function censusOfTeam(owner: GithubAccount, { name, members }: PlannedTeam): Finding[] {
  const inside = members.filter((login) => owner.members.has(login.toLowerCase()));
  const found = [...(owner.teams.get(name)?.members.keys() ?? [])];
  return countEach(`member of ${name}`, inside, found);
}

const roles: Readonly<Record<string, string>> = { pull: 'read', push: 'write' };

function censusOfAccess(
  target: GithubRepository,
  sets: readonly PlannedSetting['set'][],
): Finding[] {
  const { owner, tracker, id, name } = target;
  const findings: Finding[] = [];
  for (const { actor, role } of sets.flatMap(({ access }) => access ?? [])) {
    const login = actor.name.toLowerCase();
    const isInside = actor.kind === 'team' || owner.members.has(login);
    const found =
      actor.kind === 'team'
        ? owner.teams.get(actor.name)?.repositories.get(id)
        : tracker.collaborators.get(login)?.permission;
    const wanted = isInside ? (roles[role] ?? role) : undefined;
    if (found === wanted) continue;
    const what = `${name}: ${actor.kind} ${actor.name} has ${found ?? 'nothing'}, not ${wanted ?? 'nothing'}`;
    findings.push({ kind: found === undefined ? 'lost' : 'wrong', what });
  }
  return findings;
}

/** Each rule for each ref, for whom the plan says, and by no ruleset twice. */
function censusOfRulesets(target: GithubRepository, wanted: readonly Ruleset[]): Finding[] {
  const { name, owner } = target;
  const found = rulesetsFor(target).filter((one) => one.name.startsWith('bitbucket: '));
  const names = found.map((one) => one.name);
  const findings = names
    .filter((one, index) => names.indexOf(one) !== index)
    .map((one): Finding => ({ kind: 'doubled', what: `${name}: ruleset ${one}` }));
  for (const one of wanted) {
    const bypass = one.bypass.flatMap(({ actor }) => owner.teams.get(actor.name)?.id ?? []);
    for (const include of one.include) {
      for (const { type } of one.rules) {
        const isThere = found.some(
          ({ refs, rules, enforcement, bypassActors }) =>
            refs.include.includes(include) &&
            rules.some((rule) => rule.type === type) &&
            // Required checks that were never seen are evaluated where the host offers that.
            (enforcement === 'active') === (one.enforcement === 'active') &&
            bypassActors.every(({ id }) => id !== null && bypass.includes(id)),
        );
        if (!isThere) findings.push({ kind: 'lost', what: `${name}: ${type} on ${include}` });
      }
    }
  }
  return findings;
}

function censusOfMerging(
  target: GithubRepository,
  sets: readonly PlannedSetting['set'][],
): Finding[] {
  const flags = sets.find((set) => set.flags)?.flags ?? null;
  if (flags === null) return [];
  const { allowMergeCommit, allowSquashMerge, allowRebaseMerge, name } = target;
  const isSet =
    flags.mergeCommit === allowMergeCommit &&
    flags.squash === allowSquashMerge &&
    flags.rebase === allowRebaseMerge;
  return isSet ? [] : [{ kind: 'lost', what: `${name}: ways to merge` }];
}
