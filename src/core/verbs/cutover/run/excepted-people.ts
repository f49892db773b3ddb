import { MigratorError } from '../../../kernel/errors.ts';
import type { Actor, RefMatcher } from '../../../ports/records/source-settings.ts';
import type { SourceRules } from '../../../ports/source-lock.ts';

/** People who may do what others may not, by a restriction that is there already. */
export interface Excepted {
  /** The host's word, and where it holds: `push on main`. Hostile. */
  readonly restriction: string;
  /** Names of people, groups and access keys, for people to read: two may have the same. Hostile. */
  readonly names: readonly string[];
  /** In the same order: whom the host means by each of them, and where. */
  readonly keys: readonly string[];
}

/**
 * Whom existing restrictions of the repository and its project except, on any branch or tag that is there or could be created;
 * also by a restriction of a kind that is not known. Ours except nobody. Pure.
 */
function exceptedPeople({ rules }: SourceRules): readonly Excepted[] {
  const everybody = rules.flatMap(({ exceptions }) => exceptions);
  return rules.flatMap(({ level, id: rule, type, refs, exceptions }) => {
    if (exceptions.length === 0) return [];
    return [
      {
        restriction: `${type} on ${placeOf(refs)}`,
        names: exceptions.map((actor) => nameOf(actor, everybody)),
        // Those whom the host does not name have one id: only their number tells whether there are more.
        keys: exceptions.map(({ kind, id }, at) => {
          const before = exceptions
            .slice(0, at)
            .filter((one) => one.kind === kind && one.id === id);
          return JSON.stringify([level, rule, type, refs, kind, id, before.length]);
        }),
      },
    ];
  });
}

/** With the id where another person has the same name. */
function nameOf({ kind, id, name }: Actor, everybody: readonly Actor[]): string {
  if (kind !== 'user') return `${kind} ${name}`;
  const isShared = everybody.some((one) => one.kind === kind && one.name === name && one.id !== id);
  return isShared ? `${name} (${id})` : name;
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
    case 'glob':
      return refs.pattern;
    default:
      // Data Center has restrictions for branches by their names as well.
      return /[*?]/.test(refs.pattern) ? refs.pattern : `pattern ${refs.pattern}`;
  }
}

/**
 * Whom restrictions except, with what cannot be read: whom the project's restrictions except is then unknown, and counts as somebody. Pure.
 */
export function mayStillPush(rules: SourceRules): readonly Excepted[] {
  const excepted = exceptedPeople(rules);
  // The repository's own list has them on most servers.
  const isKnown =
    rules.missing === undefined || rules.rules.some(({ level }) => level === 'project');
  if (isKnown) return excepted;
  const restriction = "the project's branch permissions";
  return [...excepted, { restriction, names: ['unknown'], keys: [restriction] }];
}

/** Leaves out people who were accepted before. Pure. */
export function newlyExcepted(
  now: readonly Excepted[],
  accepted: readonly Excepted[],
): readonly Excepted[] {
  const known = new Set(accepted.flatMap(({ keys }) => keys));
  return now.flatMap(({ restriction, ...all }) => {
    const isNew = (_: unknown, at: number) => !known.has(all.keys[at] ?? '');
    const names = all.names.filter(isNew);
    return names.length === 0 ? [] : [{ restriction, names, keys: all.keys.filter(isNew) }];
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
    `The lock on ${name} does not stop people exempt from its branch permissions: ${exceptedText(excepted)}`,
    {
      hint: 'Remove these exemptions on Bitbucket until the cut-over is done. Or accept that these people can push: --accept-excepted.',
    },
  );
}
