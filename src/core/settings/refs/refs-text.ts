import type { RefMatcher } from '../../ports/records/source-settings.ts';

/** Which branches, for people. */
export function refsText(refs: RefMatcher): string {
  switch (refs.kind) {
    case 'any':
      return 'all branches and tags';
    case 'branch':
      return refs.name;
    case 'glob':
    case 'ant':
      return refs.pattern;
    case 'model':
      return refs.name === null
        ? `the ${refs.branch} branch`
        : `${refs.name} (the ${refs.branch} branch)`;
    case 'category':
      return refs.prefix === null
        ? `${refs.category} branches`
        : `${refs.prefix}* (${refs.category} branches)`;
  }
}
