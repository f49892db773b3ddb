import type { DataCenterModel, RefMatcher } from '../settings/records.ts';

export interface RefPlace {
  readonly model: DataCenterModel;
  /** `refs/heads/main` */
  readonly defaultBranch: string;
}

/** Tells whether a matcher is for a ref. Patterns are for branches and tags alike, models for branches alone. */
export function matches({ type, id }: RefMatcher, ref: string, place: RefPlace): boolean {
  switch (type) {
    case 'ANY_REF':
      return true;
    case 'BRANCH':
      return ref === id || ref === `refs/heads/${id}`;
    case 'PATTERN':
      return fitsAntPattern(id, ref);
    case 'MODEL_BRANCH': {
      const name =
        id.toLowerCase() === 'production' ? place.model.production : place.model.development;
      return name !== false && ref === (name ?? place.defaultBranch);
    }
    case 'MODEL_CATEGORY': {
      const found = place.model.types.find((one) => one.id === id.toUpperCase());
      return found?.enabled === true && ref.startsWith(`refs/heads/${found.prefix}`);
    }
  }
}

/**
 * Ant's patterns, which fit the end of a ref's path from any folder on: `main` fits `refs/heads/x/main`. `?` is one
 * character, `*` stops at a slash; `**` alone between slashes stands for any folders, none among them, and so does a
 * slash at the end.
 */
function fitsAntPattern(pattern: string, ref: string): boolean {
  const whole = pattern.endsWith('/') ? `${pattern}**` : pattern;
  const folders = whole
    .replace(/^\/+/, '')
    .split('/')
    .map((folder) => {
      if (folder === '**') return '(?:/[^/]+)*';
      const parts = folder.split(/(\*+|\?)/).map((part) => {
        if (part.startsWith('*')) return '[^/]*';
        return part === '?' ? '[^/]' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
      });
      return `/${parts.join('')}`;
    });
  return new RegExp(`^(?:/[^/]+)*${folders.join('')}$`, 's').test(`/${ref}`);
}
