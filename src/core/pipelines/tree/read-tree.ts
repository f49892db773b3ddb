import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { isYamlTooDeep } from '../../kernel/documents/is-too-deep.ts';
import type { Place, Tree } from './tree.ts';

/** Bitbucket refuses files of this size, and none in use comes near. */
const maxCharacters = 512_000;
/** Values after aliases are expanded: a few nested aliases can stand for billions. */
const maxValues = 100_000;
const maxDepth = 40;

/** Why a file cannot be read, as a sentence without a full stop. */
export interface Refusal {
  readonly message: string;
  readonly line: number | null;
}

export type TreeReading =
  | {
      readonly tree: Tree;
      readonly duplicates: readonly Place[];
      /** Top-level keys that hold anchors. */
      readonly anchors: ReadonlySet<string>;
    }
  | { readonly refusal: Refusal };

/** Reads a pipeline file with the places of all values; aliases and merge keys are resolved within limits. Pure. */
export function readTree(text: string): TreeReading {
  if (text.length > maxCharacters) return refuse(`It is longer than ${maxCharacters} characters`);
  if (isYamlTooDeep(text)) return refuse('It is nested too deeply');
  try {
    return expand(text);
  } catch (error) {
    if (error instanceof Unreadable) return refuse(error.message, error.line);
    if (error instanceof RangeError) return refuse('It is nested too deeply');
    throw error;
  }
}

function expand(text: string): TreeReading {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    merge: true,
    stringKeys: true,
    logLevel: 'error',
  });
  const [first] = document.errors;
  if (first !== undefined) {
    const words = first.message.split('\n')[0]?.slice(0, 200) ?? 'it is not YAML';
    return refuse(`It is not valid YAML: ${words}`, lines.linePos(first.pos[0]).line);
  }
  if (document.contents === null) return refuse('It is empty');
  const expansion = new Expansion(document, lines);
  const tree = expansion.value(document.contents as Node, { path: '', line: 1 }, 0);
  return tree.kind === 'map'
    ? { tree, duplicates: expansion.duplicates, anchors: expansion.anchors }
    : refuse('It contains no pipelines');
}

function refuse(message: string, line: number | null = null): TreeReading {
  return { refusal: { message, line } };
}

class Unreadable extends Error {
  readonly line: number | null;
  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}

/** Walks the nodes of one document, and counts. */
class Expansion {
  readonly duplicates: Place[] = [];
  readonly anchors = new Set<string>();
  readonly #anchors: ReadonlyMap<Alias, Node>;
  readonly #lines: LineCounter;
  #values = 0;

  constructor(document: Document, lines: LineCounter) {
    this.#anchors = anchorsOf(document);
    this.#lines = lines;
  }

  value(node: Node | null, place: Place, depth: number): Tree {
    this.#values += 1;
    if (this.#values > maxValues) throw new Unreadable('Its aliases expand too far');
    if (depth > maxDepth) throw new Unreadable('It is nested too deeply', place.line);
    if (node !== null && 'anchor' in node && node.anchor !== undefined) {
      this.anchors.add(place.path.replace(/[.[].*$/, ''));
    }
    if (isAlias(node)) return this.value(this.#anchored(node, place), place, depth + 1);
    if (isMap(node)) return { kind: 'map', place, entries: this.#entries(node, place, depth) };
    if (isSeq(node)) {
      const items = node.items.map((item, index) =>
        this.value(
          item as Node,
          this.#at(item as Node, `${place.path}[${index}]`, place),
          depth + 1,
        ),
      );
      return { kind: 'list', place, items };
    }
    return scalarTree(node, place);
  }

  #anchored(alias: Alias, place: Place): Node {
    const found = this.#anchors.get(alias);
    if (found === undefined) throw new Unreadable(`No anchor is named ${alias.source}`, place.line);
    return found;
  }

  /** Explicit keys win over merged ones, earlier merges over later ones. */
  #entries(map: YAMLMap, place: Place, depth: number): ReadonlyMap<string, Tree> {
    const own = new Map<string, Tree>();
    const merged = new Map<string, Tree>();
    for (const { key, value } of map.items) {
      const name = isScalar(key) ? String(key.value ?? '') : '';
      const path = place.path === '' ? name : `${place.path}.${name}`;
      const at = this.#at(key as Node, path, place);
      if (name === '<<' || isMergeKey(key)) {
        this.#merge(merged, this.value(value as Node, place, depth + 1), at);
        continue;
      }
      if (own.has(name)) this.duplicates.push(at);
      own.set(name, this.value(value as Node, at, depth + 1));
    }
    return new Map([...merged].filter(([name]) => !own.has(name)).concat([...own]));
  }

  #merge(merged: Map<string, Tree>, tree: Tree, at: Place): void {
    if (tree.kind === 'list') {
      for (const item of tree.items) this.#merge(merged, item, at);
    } else if (tree.kind === 'map') {
      for (const [name, value] of tree.entries) if (!merged.has(name)) merged.set(name, value);
    } else if (tree.value !== null) {
      throw new Unreadable('A merge key needs a map', at.line);
    }
  }

  #at(node: Node | null, path: string, around: Place): Place {
    const offset = node?.range?.[0];
    return { path, line: offset === undefined ? around.line : this.#lines.linePos(offset).line };
  }
}

/** The node behind each alias: the last one before it that has the name. The parser's own search reads all of the file. */
function anchorsOf(document: Document): ReadonlyMap<Alias, Node> {
  const named = new Map<string, Node>();
  const anchors = new Map<Alias, Node>();
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) {
        const found = named.get(node.source);
        if (found !== undefined) anchors.set(node, found);
      } else if (node.anchor !== undefined) named.set(node.anchor, node);
    },
  });
  return anchors;
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && typeof key.value === 'symbol';
}

function scalarTree(node: Node | null, place: Place): Tree {
  if (!isScalar(node)) return { kind: 'scalar', place, value: null, text: '' };
  const { value, source } = node as Scalar;
  if (value === null || value === undefined)
    return { kind: 'scalar', place, value: null, text: '' };
  if (typeof value === 'string') return { kind: 'scalar', place, value, text: value };
  if (typeof value === 'number' || typeof value === 'boolean') {
    return { kind: 'scalar', place, value, text: source ?? String(value) };
  }
  return { kind: 'scalar', place, value: String(value), text: source ?? String(value) };
}
