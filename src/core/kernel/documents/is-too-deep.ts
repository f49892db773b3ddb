/** Deeper than any file of ours, and shallow enough for every recursive reader. */
const maxDepth = 64;
const deepIndentation = /^ {512}/m;

/** Tells whether a JSON text nests too deeply. Counted before it is parsed, since parsers recurse. */
export function isJsonTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\' && isInString) {
      at += 1;
    } else if (character === '"') {
      isInString = !isInString;
    } else if (character === '\n' || character === '\r') {
      // No string goes on in the next line; one that was never closed must not hide what follows it.
      isInString = false;
    } else if (!isInString) {
      depth = after(character, depth);
      if (depth > maxDepth) return true;
    }
  }
  return false;
}

/**
 * Tells whether a YAML text may nest too deeply: by brackets, by indicators in one line (`- - - x`, for which the
 * parser needs the third power of their number) or by indentation.
 */
export function isYamlTooDeep(text: string): boolean {
  let depth = 0;
  let indicators = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    depth = after(character, depth);
    if (character === '\n' || character === '\r') indicators = 0;
    else if (isIndicator(character) && isSpace(text[at + 1])) indicators += 1;
    if (depth > maxDepth || indicators > maxDepth) return true;
  }
  return deepIndentation.test(text);
}

function after(character: string | undefined, depth: number): number {
  if (character === '[' || character === '{') return depth + 1;
  // Surplus closing brackets must not make up for opening ones that follow.
  if (character === ']' || character === '}') return Math.max(0, depth - 1);
  return depth;
}

function isIndicator(character: string | undefined): boolean {
  return character === '-' || character === '?' || character === ':';
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
