import { count } from '../../kernel/format/format.ts';
import type { TargetSideEffects } from '../../ports/target-host.ts';

/** So many names are told. */
const shown = 5;

/** What pull requests would set off on the target, a sentence for each kind. Pure. */
export function sideEffectNotes(
  noise: readonly TargetSideEffects[],
  organization: string,
): readonly string[] {
  const notes: string[] = [];
  const webhooks = noise.filter(({ kind }) => kind === 'webhook');
  if (webhooks.length > 0) {
    const [they, them] = pronouns(webhooks);
    notes.push(
      `${organization} has ${count(webhooks.length, 'webhook')}${namesOf(webhooks)}: ${they} will be told of every pull request, comment and push; switch ${them} off meanwhile if that is not wanted`,
    );
  }
  const rulesets = noise.filter(({ kind }) => kind === 'ruleset');
  if (rulesets.length > 0) {
    const [they, them] = pronouns(rulesets);
    notes.push(
      `${organization} has ${count(rulesets.length, 'ruleset')} for branches${namesOf(rulesets)}: ${they} may keep out branches and merges, or ask people for reviews; let this account bypass ${them} meanwhile`,
    );
  }
  return notes;
}

function pronouns({ length }: readonly TargetSideEffects[]): readonly [string, string] {
  return length === 1 ? ['it', 'it'] : ['they', 'them'];
}

function namesOf(noise: readonly TargetSideEffects[]): string {
  const names = [...new Set(noise.map(({ name }) => name).filter((name) => name !== ''))];
  if (names.length === 0) return '';
  const more = names.length > shown ? ` and ${names.length - shown} more` : '';
  return ` (${names.slice(0, shown).join(', ')}${more})`;
}
