import { MigratorError } from '../../kernel/errors.ts';
import type { RefMatcher } from '../../ports/records/source-settings.ts';
import type { SourceRules } from '../../ports/source-lock.ts';

/** Somebody who may do what others may not, by a restriction that is there already. */
export interface Excepted {
  /** The host's word, and where it holds: `push on main`. Hostile. */
  readonly restriction: string;
  /** Names of people, groups and access keys. Hostile. */
  readonly names: readonly string[];
}

/**
 * Whom existing restrictions of the repository and its project except, on any branch or tag that is there or could be created;
 * also by a restriction of a kind that is not known. Ours except nobody. Pure.
 */
export function exceptedPeople({ rules }: SourceRules): readonly Excepted[] {
  return rules.flatMap(({ type, refs, exceptions }) => {
    if (exceptions.length === 0) return [];
    const where = placeOf(refs);
    const names = exceptions.map(({ kind, name }) => (kind === 'user' ? name : `${kind} ${name}`));
    return [{ restriction: `${type} on ${where}`, names }];
  });
}

/** A branch that the branching model does not name now may get a name before the cut-over ends. */
function placeOf(refs: RefMatcher): string {
  switch (refs.kind) {
    case 'any':
      return 'all refs';
    case 'branch':
      return refs.name;
    case 'model':
      return refs.name ?? (refs.default ? 'the default branch' : `the ${refs.branch} branch`);
    case 'category':
      return refs.category;
    default:
      return refs.pattern;
  }
}

/**
 * The same with what cannot be read: whom the project's restrictions except is then unknown, and counts as somebody. Pure.
 */
export function mayStillPush(rules: SourceRules): readonly Excepted[] {
  const excepted = exceptedPeople(rules);
  // The repository's own list has them on most servers.
  const isKnown =
    rules.missing === undefined || rules.rules.some(({ level }) => level === 'project');
  if (isKnown) return excepted;
  return [...excepted, { restriction: 'branch permissions of the project', names: ['unknown'] }];
}

/** Leaves out people who were accepted before. Pure. */
export function newlyExcepted(
  now: readonly Excepted[],
  accepted: readonly Excepted[],
): readonly Excepted[] {
  const known = new Set(
    accepted.flatMap(({ restriction, names }) => names.map((name) => `${restriction}\n${name}`)),
  );
  return now.flatMap(({ restriction, names }) => {
    const others = names.filter((name) => !known.has(`${restriction}\n${name}`));
    return others.length === 0 ? [] : [{ restriction, names: others }];
  });
}

function exceptedText(excepted: readonly Excepted[]): string {
  return excepted
    .map(({ restriction, names }) => `${names.join(', ')} (${restriction})`)
    .join('; ');
}

/** @param name of the repository on the source */
export function stillPush(name: string, excepted: readonly Excepted[]): MigratorError {
  return new MigratorError(
    'refused',
    `The lock of ${name} does not hold for those whom its branch permissions except: ${exceptedText(excepted)}`,
    {
      hint: 'Remove these exceptions on Bitbucket until the cut-over is done. Or accept that they can push: --accept-excepted.',
    },
  );
}
