import type { SettingOutcome } from '../../../settings/applying/setting-outcome.ts';

/** Says why a planned setting is not on GitHub, and what a person can do. Pure. @param why as the plan has it */
export function adviceOnPlanned(why: string): { readonly reason: string; readonly advice: string } {
  const found = advices.find(([pattern]) => pattern.test(why));
  const said = why.replace(/\.$/, '').replace(/^(The|None|Its|It|Not|Keys|A) /, lowerCase);
  if (found === undefined) return { reason: said, advice: byHand };
  const [, advice, reason = said] = found;
  return { reason, advice };
}

function lowerCase(word: string): string {
  return word.toLowerCase();
}

const byHand = 'Set it up by hand on GitHub if you need it. See docs/settings.md.';
const newPlan = 'write a new plan, then apply the plan.';
const nothing = 'Nothing to do: it had no effect on Bitbucket either.';
const ownTeam = `Give each group its own team in the team map, ${newPlan}`;

type Advice = readonly [why: RegExp, advice: string, reason?: string];

/** The first that fits. */
const advices: readonly Advice[] = [
  [
    /^Not migrated\. To keep these rights/,
    'To keep these rights, make them an owner of the GitHub organization.',
    'it belongs to the whole workspace',
  ],
  [/no GitHub login for this person/, `Add their login to the user map, ${newPlan}`],
  [/^None of them has a GitHub login/, `Add their logins to the user map, ${newPlan}`],
  [/has no team for this group/, `Give the group a team in the team map, ${newPlan}`],
  [/^Its team also represents|has no separate team/, ownTeam],
  [
    /base permission/,
    'Set the organization’s base permission, or use internal visibility.',
    'GitHub grants it per organization, not per repository',
  ],
  [/^Keys are migrated separately/, 'Nothing to do: see the access keys of the repository.'],
  [
    /accepts a key only once/,
    'Create one key per repository, and add each as a deploy key.',
    'it gives access to several repositories, and GitHub accepts a key only once',
  ],
  [/not accept this kind of key/, 'Create an Ed25519 key, and add it as a deploy key.'],
  [
    /--jira-url/,
    `Pass Jira's URL with --jira-url: ${newPlan}`,
    "Jira's URL is not known: the key was only seen in pull requests",
  ],
  [/autolinks whose prefixes overlap/, 'Keep one of the prefixes, and write the other links out.'],
  [
    /none of these events/,
    'Ask the owner of the receiver whether another GitHub event would work.',
  ],
  [/not a web URL/, 'Correct the URL, and add it by hand in the repository settings.'],
  [
    /rewrite it as \.github\/CODEOWNERS/,
    'Rewrite it as .github/CODEOWNERS.',
    'on Bitbucket every matching line applies, on GitHub only the last',
  ],
  [/select reviewers by branch/, 'List them by path in .github/CODEOWNERS.'],
  [
    /approvals from specific people|not from a list of people/,
    'Create a team of these people, or accept the looser form in the plan.',
  ],
  [/^Bitbucket only warns/, 'Nothing is lost. To enforce it, add it to the branch’s ruleset.'],
  [/approval of every requested reviewer/, 'Require a number of approvals in the ruleset.'],
  [/has no rule for it; where approvals/, 'Require approvals: change requests then block a merge.'],
  [/keeps requested changes/, 'Tell reviewers to dismiss their change requests after an update.'],
  [/up-to-date branch only together/, 'Require status checks, and up-to-date branches with them.'],
  [/have no dependencies/, 'Name the other pull request in the description.'],
  [/no build to take names from/, 'After the first build, require its checks in the ruleset.'],
  [/not know this check/, 'Look it up on Bitbucket, and add a rule to the ruleset by hand.'],
  [/no effect|not apply to any branches|neither branches nor tags/, nothing],
  [/no equivalent rule/, 'Agree on it with the team, or check it in a workflow.'],
  [/none of these merge methods/, 'Select the merge methods in the repository settings.'],
  [
    /^The branch rules could not be read/,
    'Have an administrator run discover again, then write a new plan.',
  ],
];

/** Says what removes the cause of a setting that was refused, or waits. Pure. */
export function adviceOnOutcome({ kind, note, hint }: SettingOutcome): string {
  if (hint !== null) return hint;
  if (/not in the organization/i.test(note ?? '')) return 'Invite them, or pass --invite.';
  if (/without a known login/i.test(note ?? ''))
    return 'Add their logins to the user map, write a new plan, then apply the plan.';
  if (/--settings active/.test(note ?? ''))
    return 'Enforce it with --settings active when you want its rules to take effect.';
  if (/until GitHub has seen/.test(note ?? ''))
    return 'Run these checks once on GitHub: let a workflow report them.';
  if (/own CODEOWNERS/.test(note ?? '')) return 'Add the default reviewers to that file.';
  if (/has a default branch/.test(note ?? '')) return 'Push a default branch first.';
  if (/members that the plan does not list/.test(note ?? ''))
    return 'Remove these members from the team, or list them in the plan.';
  return ofKinds[kind] ?? 'Change it in the repository settings on GitHub.';
}

const ofKinds: Readonly<Record<string, string>> = {
  access: 'Grant this access in the repository settings, under Collaborators and teams.',
  'deploy-key': 'Create a new key, and add it in the repository settings, under Deploy keys.',
  'pull-request': 'Open the pull request by hand, or remove the one that is in its way.',
  ruleset: 'Compare the ruleset in the repository settings, under Rules.',
  team: 'Create the team, or add its members, in the organization.',
  webhook: 'Add the webhook in the repository settings, under Webhooks.',
};
