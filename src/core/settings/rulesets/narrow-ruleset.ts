import type { FoundRuleset, Ruleset } from '../../ports/records/target-settings.ts';
import type { OrganizationState } from '../applying/apply-context.ts';

/** With teams by their slugs, and without exceptions for teams that hold others, unless they are there already. Pure. */
export function narrowRuleset(
  ruleset: Ruleset,
  {
    ids,
    teams,
    coming,
    withheld,
  }: Pick<OrganizationState, 'ids' | 'teams' | 'coming' | 'withheld'>,
  there: Pick<FoundRuleset, 'ruleset'> | null,
): { readonly ruleset: Ruleset; readonly notes: readonly string[] } {
  const slugOf = (name: string) => teams.get(name)?.slug ?? name;
  const bypass = ruleset.bypass.map(({ actor, mode }) => {
    const name = actor.kind === 'team' ? slugOf(actor.name) : actor.name;
    return { actor: { ...actor, name }, mode };
  });
  type Exception = (typeof bypass)[number];
  const isKnown = ({ actor: { kind, name } }: Exception) =>
    kind === 'team' ? ids.teams.has(name) : ids.users.has(name.toLowerCase());
  const isThere = ({ actor: { kind, name } }: Exception) =>
    there?.ruleset.bypass.some(({ actor }) => actor.kind === kind && actor.name === name) === true;
  const isWithheld = (one: Exception) =>
    one.actor.kind === 'team' && withheld.has(one.actor.name) && !isThere(one);
  const named = (all: readonly Exception[]) =>
    all.map(({ actor }) => `${actor.kind} ${actor.name}`).join(', ');
  const missing = bypass.filter((one) => !isKnown(one));
  const unknown = missing.filter(({ actor }) => actor.kind !== 'team' || !coming.has(actor.name));
  const crowded = bypass.filter((one) => isKnown(one) && isWithheld(one));
  const rules = ruleset.rules.map((rule) =>
    rule.type === 'pull_request'
      ? { ...rule, reviewers: rule.reviewers.map((one) => ({ ...one, team: slugOf(one.team) })) }
      : rule,
  );
  return {
    ruleset: {
      ...ruleset,
      rules,
      bypass: bypass.filter((one) => !missing.includes(one) && !crowded.includes(one)),
    },
    notes: [
      ...(unknown.length > 0 ? [`without ${named(unknown)}, unknown on this GitHub host`] : []),
      ...(crowded.length > 0 ? [`without ${named(crowded)}, which has other members`] : []),
    ],
  };
}

/**
 * Finds people whose approvals count as well, though they are not in the group: nobody writes until that is accepted.
 * Pure.
 */
export function approvalsOfOthers(
  { rules }: Pick<Ruleset, 'rules'>,
  { withheld }: Pick<OrganizationState, 'withheld'>,
): string | null {
  const teams = rules.flatMap((rule) =>
    rule.type === 'pull_request' ? rule.reviewers.map(({ team }) => team) : [],
  );
  const crowded = teams.filter((team) => withheld.has(team));
  if (crowded.length === 0) return null;
  return `other members of team ${crowded.join(', ')} can also approve`;
}
