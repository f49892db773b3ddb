import { shellCommand } from '../../kernel/format/shell-quote.ts';
import type { AppliedSettings } from '../../replica/context/settings/applied-settings.ts';

/**
 * Returns what a cut-over that was taken back leaves on a target, with the commands that remove it. Access is not
 * withdrawn: the state does not say what somebody had before, or was given since. Pure.
 * @param fullName `owner/name`
 * @param applied `null`: the step was begun, and the state does not say what it has given
 * @returns sentences without a full stop
 */
export function appliedAccess(
  fullName: string,
  applied: AppliedSettings | null,
  hostname: string,
): readonly string[] {
  const rest = `Rules and Actions in ${fullName} stay as planned; a sync pauses the rules`;
  const given = (applied?.outcomes ?? []).filter(
    ({ kind, state, note }) =>
      kind === 'access' &&
      (state === 'written' || state === 'equal' || note?.startsWith('may not write') === true),
  );
  if (applied === null) {
    return [
      rest,
      `Access that the plan gives to ${fullName} may already be in place: check its settings`,
    ];
  }
  return [
    rest,
    ...given.map(
      ({ name }) =>
        `Access for ${name} stays. Remove it with: ${command(fullName, name, hostname)}`,
    ),
  ];
}

/** @param actor `team core`, `user alice` */
function command(fullName: string, actor: string, hostname: string): string {
  const [owner = ''] = fullName.split('/');
  const space = actor.indexOf(' ');
  const name = actor.slice(space + 1);
  const path =
    actor.slice(0, space) === 'team'
      ? `orgs/${owner}/teams/${name}/repos/${fullName}`
      : `repos/${fullName}/collaborators/${name}`;
  const host = hostname === 'api.github.com' ? [] : ['--hostname', hostname];
  return shellCommand(['gh', 'api', ...host, '--method', 'DELETE', path]);
}
