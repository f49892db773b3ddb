import { expandBraces, type GlobToken, globTokens } from './glob.ts';

/** How a glob is matched. */
export interface GlobUse {
  /** `path`: a leading double star also matches no folder at all. */
  readonly of: 'name' | 'path';
  /** Files below a folder of this name count too. */
  readonly withContents?: boolean;
}

/**
 * The extended regular expression that matches what a list of globs matches; grep, bash and JavaScript read it alike.
 * Pure.
 */
export function globExpression(globs: readonly string[], use: GlobUse): string {
  const bodies = globs.flatMap(expandBraces).map((glob) => bodyOf(glob, use));
  const unique = [...new Set(bodies)];
  const [only = ''] = unique;
  return unique.length === 1 ? `^${only}$` : `^(${unique.join('|')})$`;
}

function bodyOf(glob: string, { of, withContents = false }: GlobUse): string {
  const clean = of === 'path' ? glob.replace(/^(?:\.\/|\/)+/, '') : glob;
  const isFolder = of === 'path' && clean.endsWith('/');
  const tokens = globTokens(isFolder ? `${clean}**` : clean);
  const body = of === 'path' ? pathBody(tokens) : tokens.map(tokenBody).join('');
  return withContents && !isFolder && !/\*$/.test(clean) ? `${body}(/.*)?` : body;
}

/** A double star between slashes matches no folder as well. */
function pathBody(tokens: readonly GlobToken[]): string {
  let body = '';
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    const next = tokens[at + 1];
    if (token === undefined) break;
    const isWhole = body === '' || body.endsWith('/');
    if (token.kind === 'globstar' && isWhole && next?.kind === 'text' && next.character === '/') {
      body += '(.*/)?';
      at += 1;
    } else body += tokenBody(token);
  }
  return body;
}

function tokenBody(token: GlobToken): string {
  switch (token.kind) {
    case 'star':
      return '[^/]*';
    case 'globstar':
      return '.*';
    case 'any':
      return '[^/]';
    case 'class':
      return token.source.replace(/^\[!/, '[^').replaceAll('\\', '');
    case 'text':
      return /[\\^$.|?*+()[\]{}]/.test(token.character) ? `\\${token.character}` : token.character;
  }
}
