import type { RefMatcher } from '../../ports/records/source-settings.ts';
import { antSegments, branchPrefix } from './matches-ref.ts';
import { fitsSegment, fitsSegments } from './segments.ts';

/** The same refs in GitHub's words. */
export interface TargetRefs {
  /** Includes of a ruleset for branches; empty: none. */
  readonly branch: readonly string[];
  readonly tag: readonly string[];
  /** Why they cover more than on the source; `null` where they are the same. */
  readonly wider: string | null;
}

const allRefs = '~ALL';
export const defaultBranchRef = '~DEFAULT_BRANCH';

/**
 * Tells whether an include of a ruleset fits a ref: fnmatch with PATHNAME, where `**` needs a segment of its own and a
 * slash.
 */
export function fitsInclude(include: string, ref: string, defaultBranch: string | null): boolean {
  if (include === allRefs) return true;
  if (include === defaultBranchRef) return ref === `${branchPrefix}${defaultBranch}`;
  const segments = include.split('/').map((segment, index, all) => {
    return segment === '**' && index === all.length - 1 ? '*' : segment;
  });
  return fitsSegments(segments, ref.split('/'));
}

/** The includes that fit what a matcher of Bitbucket fits, or more. */
export function targetRefs(refs: RefMatcher): TargetRefs {
  switch (refs.kind) {
    case 'any':
      return { branch: [allRefs], tag: [allRefs], wider: null };
    case 'branch':
      return named(refs.name);
    case 'model':
      if (refs.name === null) return nothing;
      return refs.default ? { branch: [defaultBranchRef], tag: [], wider: null } : named(refs.name);
    case 'category':
      if (refs.prefix === null) return nothing;
      return { ...startingWith(refs.prefix), wider: isPlain(refs.prefix) ? null : oddCharacters };
    case 'glob':
      return globRefs(refs.pattern);
    case 'ant':
      return antRefs(refs.pattern);
  }
}

const nothing: TargetRefs = { branch: [], tag: [], wider: null };

const oddCharacters =
  'GitHub interprets some characters in the pattern differently, so the rule covers everything with the same prefix.';

/** Sources differ on whether `*` crosses a slash: the wider reading is safe. */
const overSlashes =
  "GitHub also covers names with more slashes, which matches Atlassian's description of the pattern.";

const tooManyStars =
  'The pattern has too many wildcards, so the rule covers everything with the same prefix.';

/** Tells whether all signs stand for themselves in fnmatch. */
function isPlain(text: string): boolean {
  return !/[*?[\]{}\\]/.test(text);
}

function named(name: string): TargetRefs {
  if (isPlain(name)) return { branch: [`${branchPrefix}${name}`], tag: [], wider: null };
  return { ...startingWith(name), wider: oddCharacters };
}

/** Names that start with the plain beginning of a text. */
function startingWith(text: string): Pick<TargetRefs, 'branch' | 'tag'> {
  const [start = ''] = text.split(/[*?[\]{}\\]/);
  if (start === '') return { branch: [allRefs], tag: [] };
  const ref = `${branchPrefix}${start}`;
  return { branch: ref.endsWith('/') ? [`${ref}**/*`] : [`${ref}*`, `${ref}*/**/*`], tag: [] };
}

const mostStars = 3;

function globRefs(pattern: string): TargetRefs {
  const parts = pattern.split(/\*+/);
  if (parts.length === 1) return named(pattern);
  if (!parts.every(isPlain)) return { ...startingWith(pattern), wider: oddCharacters };
  if (parts.every((part) => part === '')) return { branch: [allRefs], tag: [], wider: null };
  if (parts.length - 1 > mostStars) return { ...startingWith(pattern), wider: tooManyStars };
  const [first = '', ...rest] = parts;
  const branch = rest.reduce<string[]>(
    (starts, part) => starts.flatMap((start) => [`${start}*${part}`, `${start}*/**/*${part}`]),
    [`${branchPrefix}${first}`],
  );
  return { branch, tag: [], wider: overSlashes };
}

/** Follows the pattern through `refs/heads` and `refs/tags`, and keeps what is left of it. */
function antRefs(pattern: string): TargetRefs {
  const segments = antSegments(pattern);
  if (!segments.every((segment) => !/[[\]{}\\]/.test(segment))) {
    return { branch: [allRefs], tag: [allRefs], wider: oddCharacters };
  }
  return { branch: behind(segments, 'heads'), tag: behind(segments, 'tags'), wider: null };
}

function behind(segments: readonly string[], kind: 'heads' | 'tags'): readonly string[] {
  let states = new Set([0]);
  for (const segment of ['refs', kind]) {
    const next = new Set<number>();
    for (const at of reached(segments, states)) {
      const wanted = segments[at];
      if (wanted === undefined) continue;
      if (wanted === '**') next.add(at);
      else if (fitsSegment(wanted, segment)) next.add(at + 1);
    }
    states = next;
  }
  const includes = [...states].flatMap((at) => endings(segments.slice(at)));
  return [...new Set(includes)].map((rest) => `refs/${kind}/${rest}`);
}

/** A `**` may also stand for nothing. */
function reached(segments: readonly string[], states: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set(states);
  for (const at of all) if (segments[at] === '**') all.add(at + 1);
  return all;
}

/** A `**` at the end stands for nothing, too, and GitHub needs a segment behind it. */
function endings(rest: readonly string[]): readonly string[] {
  if (rest.at(-1) !== '**') return rest.length === 0 ? [] : [rest.join('/')];
  const before = rest.slice(0, -1);
  return [[...before, '**', '*'].join('/'), ...endings(before)];
}
