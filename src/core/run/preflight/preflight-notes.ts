import { inParallel } from '../../kernel/async/in-parallel.ts';
import { hasCode, MigratorError } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import type { Account, TargetOwner } from '../../ports/records/account.ts';
import { missingCapabilities } from '../../ports/records/target-checkup.ts';
import type { TargetSideEffects } from '../../ports/target-host.ts';
import { judgeOrganization } from '../../replica/apply/closed-target/judge-closure.ts';
import { ownersOf } from '../../replica/apply/closed-target/read-closure.ts';
import {
  basePermissionText,
  lowerIt,
} from '../../replica/apply/settings/organization/base-permission.ts';
import type { UserMap } from '../../users/user-map.ts';
import type { Preflight } from './preflight-questions.ts';

/** Returns notes for people before anything is written, where pull requests are migrated. */
export function notesOfPullRequests(
  check: Preflight,
  owner: TargetOwner,
): readonly (() => Promise<readonly string[]>)[] {
  if (!check.wantsPullRequests) return [];
  return [
    // An importer gives people accounts that stand for them.
    async () => (check.repositories.every(check.imports) ? [] : unmappedNotes(check.users)),
    // Only for pull requests: repositories alone set off little.
    () => sideEffects(check, owner),
    () => checkNumbers(check, owner),
  ];
}

/** Who keeps a Bitbucket name; a file that `discover --users` wrote and nobody filled in names no one. Pure. */
export function unmappedNotes(users: Pick<UserMap, 'rows'> | null): readonly string[] {
  const kept = 'plain text, without links or review requests';
  if (users === null) return [`No user map: names are ${kept}`];
  const without = users.rows.filter(({ target }) => target === null).length;
  if (without === 0) return [];
  const all = users.rows.length;
  const people = count(all, 'person', 'people');
  const none = all === 1 ? 'its only person' : `any of its ${people}`;
  const many = without === all ? none : `${without} of its ${people}`;
  return [`The user map has no GitHub login for ${many}: their names are ${kept}`];
}

/** Returns notes about gaps of a fine-grained token: the run itself reports what it lacks for certain. */
export async function notesOfToken(
  { services, signal }: Preflight,
  owner: TargetOwner,
): Promise<readonly string[]> {
  const gaps = await services.target.findTokenGaps({ owner, signal });
  return gaps.map(({ message, remedy }) => `${message}. ${remedy}`);
}

/** A host without limits of its own is a GitHub Enterprise Server, of any version. */
export async function notesOfCapabilities({
  services,
  signal,
}: Preflight): Promise<readonly string[]> {
  const { target } = services;
  if (target.limits.pushesPerMinute !== null) return [];
  // Nothing depends on it: what cannot be asked is found out when it is needed.
  const checkup = await target.checkUp({ signal }).catch(() => null);
  const missing = checkup === null ? [] : missingCapabilities(checkup);
  return missing.map(({ message, remedy }) => `${message}. ${remedy}`);
}

/** Where a plan says who may write: before the first repository is there. */
export async function notesOfBasePermission(
  { repositories }: Pick<Preflight, 'repositories'>,
  owner: TargetOwner,
): Promise<readonly string[]> {
  const hasSettings = repositories.some(({ settings }) => settings !== undefined);
  const text = hasSettings ? basePermissionText(owner) : null;
  return text === null ? [] : [`${text}. ${lowerIt}`];
}

/** Who can change targets that are to stay as they are until the cut-over, and cannot be kept out. */
export async function notesOfClosedTargets(
  { services: { target }, follow, repositories, signal }: Preflight,
  { owner, account }: { owner: TargetOwner; account: Pick<Account, 'username'> },
): Promise<readonly string[]> {
  if (!follow) return [];
  const owners = await ownersOf({ target, owner, signal });
  const hasSettings = repositories.some(({ settings }) => settings !== undefined);
  return judgeOrganization({ owner, owners, login: account.username })
    .filter(({ kind }) => kind !== 'base-permission' || !hasSettings)
    .map(({ message, remedy }) => `${message}. ${remedy}`);
}

async function sideEffects(
  { services, signal }: Preflight,
  owner: TargetOwner,
): Promise<readonly string[]> {
  return sideEffectNotes(await services.target.findSideEffects({ owner, signal }), owner.login);
}

/** At most this many names are listed. */
const shown = 5;

/** Describes what pull requests would set off on the target, a sentence for each kind. Pure. */
function sideEffectNotes(
  effects: readonly TargetSideEffects[],
  organization: string,
): readonly string[] {
  const notes: string[] = [];
  const webhooks = effects.filter(({ kind }) => kind === 'webhook');
  if (webhooks.length > 0) {
    const [they, them] = pronouns(webhooks);
    notes.push(
      `${organization} has ${count(webhooks.length, 'webhook')}${namesOf(webhooks)}: ${they} will receive every pull request, comment and push. To prevent that, disable ${them} during the migration`,
    );
  }
  const rulesets = effects.filter(({ kind }) => kind === 'ruleset');
  if (rulesets.length > 0) {
    const [they, them] = pronouns(rulesets);
    notes.push(
      `${organization} has ${count(rulesets.length, 'ruleset')} for branches${namesOf(rulesets)}: ${they} may block branches and merges or request reviews. Let this account bypass ${them} during the migration`,
    );
  }
  return notes;
}

function pronouns({ length }: readonly TargetSideEffects[]): readonly [string, string] {
  return length === 1 ? ['it', 'it'] : ['they', 'them'];
}

function namesOf(effects: readonly TargetSideEffects[]): string {
  const names = [...new Set(effects.map(({ name }) => name).filter((name) => name !== ''))];
  if (names.length === 0) return '';
  const more = names.length > shown ? ` and ${names.length - shown} more` : '';
  return ` (${names.slice(0, shown).join(', ')}${more})`;
}

const concurrency = 8;

/**
 * Tells whether pull requests can keep their numbers on targets that an earlier run has made: somebody may have opened
 * issues or pull requests there since. One request for each; a new target has none.
 * @returns a note for each where numbers will differ
 */
async function checkNumbers(check: Preflight, owner: TargetOwner): Promise<readonly string[]> {
  const { services, begun, signal } = check;
  const open = check.repositories.filter(
    ({ source }) => begun.has(source) && check.newestMade.has(source),
  );
  const notes = await inParallel(open, { concurrency }, async ({ source, target }) => {
    const name = { owner: owner.login, name: target };
    const newest = await services.target.pullRequests
      .newestNumber({ ...name, signal })
      .catch(notKnown);
    const ours = check.newestMade.get(source) ?? 0;
    if (newest <= ours) return [];
    return [
      `${owner.login}/${target} already has #${newest}, so migrated pull requests cannot keep their numbers`,
    ];
  });
  return notes.flat();
}

/** A note only: an error here never blocks the run, or the run reports it itself. */
function notKnown(error: unknown): number {
  if (error instanceof MigratorError && !hasCode(error, 'interrupted', 'credentials')) return 0;
  throw error;
}
