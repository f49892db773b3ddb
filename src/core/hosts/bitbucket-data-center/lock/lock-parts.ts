import { MigratorError } from '../../../kernel/errors.ts';
import type { RefMatcher } from '../../../ports/records/source-settings.ts';
import { isPart, type LockPart, type SourceRules, sameRefs } from '../../../ports/source-lock.ts';

/** Any ref; a pattern means the same, since it fits the end of every full name. */
const choices: readonly RefMatcher[] = [{ kind: 'any' }, { kind: 'ant', pattern: '*' }];

/**
 * One restriction that makes all branches and tags read-only. Where one is there with exceptions the other form is taken, and
 * binds all but those. Pure.
 * @throws `refused` where both forms are taken
 */
export function lockParts({ rules }: SourceRules): readonly LockPart[] {
  const all = choices.map(partOf);
  if (all.some((part) => rules.some((rule) => isPart(rule, part)))) return [];
  const free = all.find(
    (part) =>
      !rules.some(
        (rule) =>
          rule.level === 'repository' && rule.type === part.type && sameRefs(rule.refs, part.refs),
      ),
  );
  if (free !== undefined) return [free];
  throw new MigratorError(
    'refused',
    'Read-only branch permissions with exceptions prevent the lock',
    {
      hint: 'Remove the exceptions from the permissions for any branch and for *, or remove one of the permissions.',
    },
  );
}

function partOf(refs: RefMatcher): LockPart {
  const name = refs.kind === 'ant' ? refs.pattern : 'any ref';
  return { key: `read-only ${name}`, type: 'read-only', refs, isGate: true };
}
