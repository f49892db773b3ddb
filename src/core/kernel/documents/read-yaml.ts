import {
  type Document,
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import { isYamlTooDeep } from './is-too-deep.ts';
import {
  enough,
  nestedTooDeeply,
  type Problem,
  type Reading,
  type Target,
  type TextPosition,
  withoutOverflow,
} from './problem.ts';

/** Far more than a configuration needs. The parser takes a second, and much memory, for a few times as much. */
const defaultMaxCharacters = 32_000;

/** Reads what a YAML text holds; an empty object for an empty text. */
export function readYaml(text: string, maxCharacters = defaultMaxCharacters): Reading {
  if (isYamlTooDeep(text)) return nestedTooDeeply;
  if (text.length > maxCharacters) {
    return { problems: [{ at: null, message: `it is longer than ${maxCharacters} characters` }] };
  }
  return withoutOverflow(() => read(text));
}

function read(text: string): Reading {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // Looked for below: the parser compares every key with every other.
    uniqueKeys: false,
    // Keys that are lists or maps are of no use here, and are costly.
    stringKeys: true,
    logLevel: 'error',
  });
  if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) return nestedTooDeeply;
  if (document.errors.length > 0) {
    return { problems: document.errors.map((error) => syntaxProblem(error, lines)) };
  }
  const duplicates = duplicateKeys(document, lines);
  if (duplicates.length > 0) return { problems: duplicates };
  try {
    return {
      value: document.toJS({ maxAliasCount: 100 }) ?? {},
      locate: (targets) => targets.map((target) => locate(document, target, lines)),
    };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const message = 'its aliases are unresolved or expand too far';
    return { problems: [{ at: null, message }] };
  }
}

/** Keys that a map has twice, of which the last would silently win. */
function duplicateKeys(document: Document, lines: LineCounter): Problem[] {
  const problems: Problem[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          const at = positionOf(key.range?.[0] ?? 0, lines);
          problems.push({
            at,
            message: `duplicate key ${String(key.value)}`,
          });
        }
        seen.add(key.value);
      }
      return problems.length > enough ? visit.BREAK : undefined;
    },
  });
  return problems;
}

/** Says what is probably wrong where the parser speaks of its grammar. */
const syntaxWords: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_SCALAR_START: 'this character cannot begin a value: put the value in quotes',
  BAD_INDENT: 'the indentation is wrong, or a bracket or quote before it is not closed',
  BLOCK_IN_FLOW: 'a bracket or quote before it is not closed',
  MISSING_CHAR: 'a colon, comma, bracket or quote is missing',
  TAB_AS_INDENT: 'indent with spaces, not with tabs',
  UNEXPECTED_TOKEN: 'this character is not allowed here: put the value in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a line break or quotes are missing: a line has two keys',
};

function syntaxProblem({ code, message, pos }: YAMLError, lines: LineCounter): Problem {
  const at = positionOf(pos[0], lines);
  if (code === 'NON_STRING_KEY') return { at, message: 'every key must be text' };
  if (code === 'MULTIPLE_DOCS') return { at, message: 'it contains more than one document' };
  const words = syntaxWords[code];
  if (words !== undefined) return { at, message: words };
  // The parser passes on whatever it caught here.
  if (code === 'TAG_RESOLVE_FAILED') return { at, message: 'a tag does not match its value' };
  return { at, message: message.split('\n')[0] ?? message };
}

function locate(
  document: Document,
  { path, isKey }: Target,
  lines: LineCounter,
): TextPosition | null {
  const parent = document.getIn(path.slice(0, -1), true) ?? document.contents;
  const last = path.at(-1);
  const pair = isMap(parent)
    ? parent.items.find(({ key }) => isScalar(key) && key.value === last)
    : undefined;
  const node = isKey ? pair?.key : (pair?.value ?? document.getIn(path, true) ?? parent);
  const range = (node as { range?: readonly number[] | null } | null | undefined)?.range;
  const offset = range?.[0];
  return offset === undefined ? null : positionOf(offset, lines);
}

function positionOf(offset: number, lines: LineCounter): TextPosition {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}
