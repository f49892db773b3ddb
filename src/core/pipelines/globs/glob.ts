/** One part of a glob without braces. */
export type GlobToken =
  | { readonly kind: 'text'; readonly character: string }
  /** `?` */
  | { readonly kind: 'any' }
  /** `*`: stays within a folder. */
  | { readonly kind: 'star' }
  /** `**`: crosses folders. */
  | { readonly kind: 'globstar' }
  /** `[a-z]`, as it is written. */
  | { readonly kind: 'class'; readonly source: string };

/** More alternatives than this are an accident. */
const maxAlternatives = 64;

/** Every alternative of the braces of a glob; the glob itself where it has none. Pure. */
export function expandBraces(glob: string): readonly string[] {
  const found = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(innermostFirst(glob));
  if (found === null) return [glob];
  const [, before = '', inside = '', after = ''] = found;
  const expanded = inside.split(',').flatMap((one) => expandBraces(`${before}${one}${after}`));
  return [...new Set(expanded)].slice(0, maxAlternatives);
}

/** Nested braces without their outer comma are rare: `{a,{b,c}}` reads as `{a,b,c}`. */
function innermostFirst(glob: string): string {
  const flat = glob.replace(/\{([^{}]*)\{([^{}]*)\}([^{}]*)\}/g, '{$1$2$3}');
  return flat === glob ? glob : innermostFirst(flat);
}

/** The parts of a glob without braces. Pure. */
export function globTokens(glob: string): readonly GlobToken[] {
  const parts = glob.match(/\\.|\*\*+|\*|\?|\[[^\]]+\]|./gsu) ?? [];
  return parts.map((part): GlobToken => {
    if (part === '*') return { kind: 'star' };
    if (part === '?') return { kind: 'any' };
    if (part.startsWith('**')) return { kind: 'globstar' };
    if (part.startsWith('[') && part.length > 2) return { kind: 'class', source: part };
    return { kind: 'text', character: part.length > 1 && part[0] === '\\' ? part.slice(1) : part };
  });
}

/** Tells whether a glob names exactly one thing. Pure. */
export function isLiteral(glob: string): boolean {
  return !/[*?[{]/.test(glob);
}
