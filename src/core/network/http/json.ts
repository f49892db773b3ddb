/** More than most answers of the hosts nest; less than what overflows a stack when data is walked. */
const usualDepth = 100;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: 'truncated' | 'malformed' | 'too-deep' };

/**
 * Text to data. Nesting is counted first: data that is too deep would break whoever walks it.
 * @param maxDepth more only for whoever walks it without recursion
 */
export function parseJson(text: string, maxDepth = usualDepth): ParsedJson {
  if (mayBeDeep(text, maxDepth) && scan(text).deepest > maxDepth) {
    return { ok: false, why: 'too-deep' };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, why: scan(text).open ? 'truncated' : 'malformed' };
  }
}

/** Most answers have too few brackets to nest deeply, wherever they stand. */
function mayBeDeep(text: string, maxDepth: number): boolean {
  let left = maxDepth;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      left--;
      if (left < 0) return true;
    }
  }
  return false;
}

interface Shape {
  readonly deepest: number;
  /** The text ends inside an object, a list or a string. */
  readonly open: boolean;
}

function scan(text: string): Shape {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) {
      index = endOfString(text, index + 1);
      if (index === -1) return { deepest, open: true };
    } else if (character === 0x7b || character === 0x5b) {
      depth++;
      deepest = Math.max(deepest, depth);
    } else if (character === 0x7d || character === 0x5d) {
      depth--;
    }
  }
  return { deepest, open: depth > 0 };
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Where the string ends whose first character is here; -1 if it does not. Most of an answer is text: it is skipped as a whole.
 */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (first > start && text.charCodeAt(first - 1) === backslash) first--;
    // A pair of backslashes is one that escapes nothing.
    if ((end - first) % 2 === 0) return end;
  }
  return -1;
}
