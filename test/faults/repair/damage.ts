import { git } from '../../helpers/repositories/git-fixture.ts';
import type { Finding } from '../census/finding.ts';
import type { FaultPlace } from '../place.ts';

function targetsOf({ sandbox }: FaultPlace, names: readonly string[]) {
  return names.flatMap((name) => {
    const found = sandbox.github.findRepository(`${sandbox.organization}/${name}`);
    return found === null ? [] : [found];
  });
}

/** Takes away of each target what a repair brings back: a ruleset, a tag, a title. */
export function damageTargets(place: FaultPlace, names: readonly string[]): void {
  for (const { directory, settings, pulls } of targetsOf(place, names)) {
    settings.rulesets.shift();
    const [tag] = git(directory, 'for-each-ref', '--format=%(refname)', 'refs/tags').split('\n');
    if (tag !== undefined && tag !== '') git(directory, 'update-ref', '-d', tag);
    const [pull] = pulls;
    if (pull !== undefined) pull.title = 'Not the one that was set';
  }
}

/** Settings that people have switched on: the settings that nothing else counts. */
export function photographSettings(place: FaultPlace, names: readonly string[]): string {
  return JSON.stringify(
    targetsOf(place, names).map(({ actionsEnabled, settings }) => [
      actionsEnabled,
      settings.rulesets.map(({ name, enforcement }) => `${name} ${enforcement}`).sort(),
    ]),
  );
}

export function compareSettings(before: string, after: string): readonly Finding[] {
  if (before === after) return [];
  return [{ kind: 'wrong', what: `settings were ${before} and are ${after} after the repair` }];
}
