/** More than any answer of the hosts nests; less than what overflows a stack when data is walked. */
const maxDepth = 100;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: 'truncated' | 'malformed' | 'too-deep' };

/** Text to data. Nesting is counted first: data that is too deep would break whoever walks it. */
export function parseJson(text: string): ParsedJson {
  const shape = scan(text);
  if (shape.deepest > maxDepth) return { ok: false, why: 'too-deep' };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, why: shape.open ? 'truncated' : 'malformed' };
  }
}

interface Shape {
  readonly deepest: number;
  /** The text ends inside an object, a list or a string. */
  readonly open: boolean;
}

function scan(text: string): Shape {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) {
      inString = true;
    } else if (character === 0x7b || character === 0x5b) {
      depth++;
      deepest = Math.max(deepest, depth);
    } else if (character === 0x7d || character === 0x5d) {
      depth--;
    }
  }
  return { deepest, open: inString || depth > 0 };
}
