import { MigratorError } from '../../../kernel/errors.ts';
import { refusalHint } from '../../../network/http/response-errors.ts';
import { factsOf, type HttpResponse, hostMessage } from '../../../network/response/response.ts';
import { remedyFor } from '../rest/known-reasons.ts';
import { permissionRefused } from '../rest/refusals.ts';

/** Statuses with which GitHub refuses a setting. */
export const refusing = [403, 404, 409, 422];

/** Messages of GitHub, and the remedy of each. Texts without a source were seen in public issue trackers. */
const hints: readonly (readonly [RegExp, string])[] = [
  [
    /upgrade to github|not supported on this plan|upgrade your plan/i,
    'Private repositories need a paid GitHub plan for this. Upgrade the organization or change the repository to public, then run `migrator settings --migration <id>`.',
  ],
  [
    /synchroni[sz]ed|identity provider|managed by|external group/i,
    'An identity provider manages these members. Add the people there, or link its group to the team.',
  ],
  [
    /key is already in use/i,
    'GitHub accepts a key only once. Create a new key for this repository.',
  ],
  [
    /deploy keys? (are|is) disabled/i,
    'The organization forbids deploy keys. An owner can allow them under Settings > Deploy keys.',
  ],
  [
    /outside collaborators/i,
    'The organization forbids outside collaborators. Add the person to the organization or the enterprise.',
  ],
  [
    /invitation rate limit/i,
    'GitHub limits invitations per day. Apply the settings again tomorrow.',
  ],
  [
    /seat/i,
    'The organization has no seats left. Buy one or remove someone, then run `migrator settings --migration <id>`.',
  ],
  [/actor_type|actor user/i, 'This host does not allow people in rulesets. Use a team instead.'],
  [
    /actor team/i,
    "Rulesets can use only teams that everyone in the organization can see. Change the team's visibility.",
  ],
  [/cannot have more than \d+ rulesets/i, 'Combine or delete rulesets in the repository.'],
  [/more than 20 hooks/i, 'GitHub allows 20 webhooks per event. Delete some.'],
  [/personal account|not an organization/i, 'Only organizations support this.'],
];

/**
 * A refused setting. 404 means that the credentials may not administer it.
 * @param change `create the ruleset bitbucket: main in acme/web`
 */
export function settingRefused(answer: HttpResponse, host: string, change: string): MigratorError {
  const said = hostMessage(answer.json) ?? '';
  const known = hints.find(([pattern]) => pattern.test(said))?.[1] ?? remedyFor(said);
  // With the name of the key before it, the message says everything.
  const isUsedKey = /key is already in use/i.test(said);
  const reason = said === '' ? '' : `: ${said}`;
  if (known !== null) {
    const message = isUsedKey
      ? 'the key is already in use on GitHub'
      : `${host} refused to ${change}${reason}`;
    return new MigratorError('refused', message, {
      hint: known,
      status: answer.status,
    });
  }
  if (answer.status === 403) return permissionRefused(answer, host, change);
  if (answer.status === 404) {
    return new MigratorError('permission', `${host} does not let DST_TOKEN ${change}`, {
      hint: "Use an administrator's token with the scopes repo and admin:org.",
      ...factsOf(answer),
    });
  }
  return new MigratorError('refused', `${host} refused to ${change}${reason}`, {
    hint: refusalHint('refused', host, change),
    ...factsOf(answer),
  });
}
