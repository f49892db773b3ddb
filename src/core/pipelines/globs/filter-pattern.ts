import { expandBraces, type GlobToken, globTokens } from './glob.ts';

/** Patterns of a GitHub filter that match what a Bitbucket glob matches. */
export interface FilterPatterns {
  readonly patterns: readonly string[];
  /** GitHub has no single wildcard: letters and digits stand for it. */
  readonly isNarrower: boolean;
}

/** Writes a glob for `branches` and `tags` of a workflow. Pure. */
export function filterPatterns(glob: string): FilterPatterns {
  const all = expandBraces(glob).map(globTokens);
  return {
    patterns: all.map((tokens) => tokens.map(written).join('')),
    isNarrower: all.some((tokens) =>
      tokens.some(({ kind, ...rest }) => kind === 'any' || isOtherClass(kind, rest)),
    ),
  };
}

function isOtherClass(kind: GlobToken['kind'], rest: object): boolean {
  return kind === 'class' && 'source' in rest && !/^\[[\w-]+\]$/.test(String(rest.source));
}

function written(token: GlobToken, index: number): string {
  switch (token.kind) {
    case 'star':
      return '*';
    case 'globstar':
      return '**';
    case 'any':
      return '[0-9A-Za-z]';
    case 'class':
      return /^\[[\w-]+\]$/.test(token.source) ? token.source : '[0-9A-Za-z]';
    case 'text':
      return /[+?*[\]\\]/.test(token.character) || (token.character === '!' && index === 0)
        ? `\\${token.character}`
        : token.character;
  }
}
