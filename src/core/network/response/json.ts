/** Deeper than most answers nest; too shallow to overflow a stack. */
const usualDepth = 100;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: 'truncated' | 'malformed' | 'too-deep' };

/**
 * Parses JSON that is not too deep for recursive readers.
 * @param maxDepth higher only for readers without recursion
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

/** Most answers have too few brackets to nest deeply. */
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

/** The end of the string that starts here; -1 if it has none. Skips text as a whole, because most of an answer is text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (first > start && text.charCodeAt(first - 1) === backslash) first--;
    // Pairs of backslashes escape nothing but themselves.
    if ((end - first) % 2 === 0) return end;
  }
  return -1;
}
