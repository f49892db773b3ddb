import { MigratorError } from '../../../kernel/errors.ts';
import { isPart, type LockPart, type SourceRules, sameRefs } from '../../../ports/source-lock.ts';

/** `push` keeps branches from being created, moved and deleted; the others say the same of merges and to clients. */
const kinds = ['push', 'restrict_merges', 'force', 'delete'] as const;

/**
 * Patterns that together mean every branch, the first choice first. Atlassian's description has every `*` cross slashes,
 * its manual only `**`: both choices cover all branches either way.
 */
const choices = [['**'], ['*', '**/*']] as const;

/**
 * Returns what is to be added. The host takes no second restriction of a kind for a pattern, so one that is there with
 * exceptions sends us to other patterns: restrictions add up, and an exception from one is none from another. Pure.
 * @throws `refused` where every choice is taken
 */
export function lockParts(rules: SourceRules): readonly LockPart[] {
  return kinds.flatMap((type) => partsOf(type, rules));
}

function partsOf(type: (typeof kinds)[number], { rules }: SourceRules): readonly LockPart[] {
  for (const patterns of choices) {
    const parts = patterns.map((pattern) => partOf(type, pattern));
    const isTaken = parts.some((part) =>
      rules.some((rule) => isSamePlace(rule, part) && !isPart(rule, part)),
    );
    if (!isTaken) return parts.filter((part) => !rules.some((rule) => isPart(rule, part)));
  }
  throw new MigratorError(
    'refused',
    `Restrictions of type ${type} with exceptions prevent the lock`,
    {
      hint: 'Remove people and groups from the branch restrictions for ** and for *, or delete one of these restrictions.',
    },
  );
}

function isSamePlace(rule: SourceRules['rules'][number], part: LockPart): boolean {
  return rule.level === 'repository' && rule.type === part.type && sameRefs(rule.refs, part.refs);
}

function partOf(type: (typeof kinds)[number], pattern: string): LockPart {
  const refs = { kind: 'glob', pattern } as const;
  return { key: `${type} ${pattern}`, type, refs, isGate: type === 'push' };
}
