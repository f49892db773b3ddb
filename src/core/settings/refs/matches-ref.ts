import type { RefMatcher } from '../../ports/records/source-settings.ts';
import { fitsSegment, fitsSegments } from './segments.ts';

export const branchPrefix = 'refs/heads/';

/**
 * Tells whether a rule of Bitbucket is about a ref. Cloud: "a '*' in pattern will expand to match zero or more
 * characters, and every other character matches itself" (its OpenAPI description). Data Center: "patterns only need to
 * match a suffix of the fully qualified branch or tag name" (its manual).
 * @param ref in full: `refs/heads/main`
 */
export function matchesRef(refs: RefMatcher, ref: string): boolean {
  if (refs.kind === 'any') return true;
  if (refs.kind === 'ant') return fitsSegments(antSegments(refs.pattern), ref.split('/'));
  if (!ref.startsWith(branchPrefix)) return false;
  const name = ref.slice(branchPrefix.length);
  switch (refs.kind) {
    case 'branch':
    case 'model':
      return refs.name === name;
    case 'category':
      return refs.prefix !== null && name.startsWith(refs.prefix);
    case 'glob':
      return fitsGlob(refs.pattern, name);
  }
}

/** `*` also stands for slashes, `?` for itself. */
function fitsGlob(pattern: string, name: string): boolean {
  // No ref has a line break or a question mark, which take the places of both.
  const flat = (text: string) => text.replaceAll('/', '\n').replaceAll('?', '\r');
  return fitsSegment(flat(pattern), flat(name));
}

/** Any path may precede the pattern; one that ends with a slash goes on. */
export function antSegments(pattern: string): readonly string[] {
  const whole = pattern.endsWith('/') ? `${pattern}**` : pattern;
  return ['**', ...whole.replace(/^\/+/, '').split('/')];
}

/** Equal for the same refs, as far as their words tell. */
export function refsKey(refs: RefMatcher): string {
  switch (refs.kind) {
    case 'any':
      return 'any';
    case 'branch':
      return `branch ${refs.name}`;
    case 'model':
      return refs.name === null ? 'none' : `branch ${refs.name}`;
    case 'category':
      return refs.prefix === null ? 'none' : `prefix ${refs.prefix}`;
    case 'glob':
      return refs.pattern.includes('*') ? `glob ${refs.pattern}` : `branch ${refs.pattern}`;
    case 'ant':
      return `ant ${refs.pattern}`;
  }
}

/** Tells whether some ref may be in both. Errs towards yes. */
export function mayOverlap(one: RefMatcher, other: RefMatcher): boolean {
  const first = rangeOf(one);
  const second = rangeOf(other);
  if (first === null || second === null) return false;
  if (first === 'all' || second === 'all') return true;
  if (first.isName && second.isName) return first.start === second.start;
  if (first.isName) return first.start.startsWith(second.start);
  if (second.isName) return second.start.startsWith(first.start);
  return first.start.startsWith(second.start) || second.start.startsWith(first.start);
}

/** A branch, or all that start in this way. */
interface Range {
  readonly start: string;
  readonly isName: boolean;
}

function rangeOf(refs: RefMatcher): Range | 'all' | null {
  switch (refs.kind) {
    case 'any':
    case 'ant':
      return 'all';
    case 'branch':
      return { start: refs.name, isName: true };
    case 'model':
      return refs.name === null ? null : { start: refs.name, isName: true };
    case 'category':
      return refs.prefix === null ? null : { start: refs.prefix, isName: false };
    case 'glob': {
      const [start = ''] = refs.pattern.split('*');
      return { start, isName: !refs.pattern.includes('*') };
    }
  }
}
