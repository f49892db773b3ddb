import type { Place } from '../tree/tree.ts';
import { Commented, isList, Marked, type Node } from './node.ts';
import { scalarText } from './scalar-text.ts';

export interface WrittenYaml {
  readonly text: string;
  /** The first line of what became of each place. */
  readonly lines: readonly (readonly [Place, number])[];
}

/** Writes a workflow as YAML, and notes on which line each place of the input arrived. Pure. */
export function writeYaml(root: Node, head: readonly string[]): WrittenYaml {
  const writer = new Writer(head.map((line) => `# ${line}`));
  writer.write(root, 0);
  return { text: `${writer.lines.join('\n')}\n`, lines: writer.places };
}

class Writer {
  readonly lines: string[];
  readonly places: (readonly [Place, number])[] = [];

  constructor(head: readonly string[]) {
    this.lines = [...head];
  }

  write(node: Node, depth: number): void {
    const plain = this.#unmark(node, 1);
    if (isList(plain)) this.#list(plain, depth);
    else if (typeof plain === 'object' && !(plain instanceof Commented)) this.#map(plain, depth);
    else this.lines.push(`${indent(depth)}${leaf(plain, depth)}`);
  }

  /** @param ahead lines until the value is written */
  #unmark(node: Node, ahead: number): Exclude<Node, Marked> {
    if (!(node instanceof Marked)) return node;
    for (const place of node.places) this.places.push([place, this.lines.length + ahead]);
    return this.#unmark(node.value, ahead);
  }

  #text(text: string): void {
    for (const line of text.split('\n')) this.lines.push(line);
  }

  #map(map: { readonly [key: string]: Node | undefined }, depth: number): void {
    for (const [key, value] of Object.entries(map)) {
      if (value === undefined) continue;
      if (depth === 0 && this.lines.length > 0) this.lines.push('');
      this.#entry(`${indent(depth)}${keyText(key)}:`, value, depth);
    }
  }

  #list(list: readonly Node[], depth: number): void {
    for (const item of list) {
      const plain = this.#unmark(item, 1);
      if (isLeaf(plain)) this.#text(`${indent(depth)}- ${leaf(plain, depth + 1)}`);
      else if (isEmpty(plain)) this.#text(`${indent(depth)}- ${emptyText(plain)}`);
      else {
        const first = this.lines.length;
        this.write(plain, depth + 1);
        const line = this.lines[first] ?? '';
        this.lines[first] = `${indent(depth)}- ${line.slice(2 * (depth + 1))}`;
      }
    }
  }

  #entry(head: string, value: Node, depth: number): void {
    const plain = this.#unmark(value, 1);
    if (isLeaf(plain)) {
      this.#text(`${head} ${leaf(plain, depth + 1)}`);
    } else if (isEmpty(plain)) {
      this.#text(`${head} ${emptyText(plain)}`);
    } else {
      this.lines.push(head);
      this.write(plain, depth + 1);
    }
  }
}

function isLeaf(node: Exclude<Node, Marked>): node is string | number | boolean | Commented {
  return typeof node !== 'object' || node instanceof Commented;
}

function isEmpty(node: object): boolean {
  return Object.values(node).every((value) => value === undefined);
}

function emptyText(node: object): string {
  return Array.isArray(node) ? '[]' : '{}';
}

function keyText(key: string): string {
  if (key === 'on') return key;
  return key.includes('\n') || key.length > 500 ? JSON.stringify(key) : scalarText(key, 0);
}

function leaf(node: Exclude<Node, Marked>, depth: number): string {
  if (node instanceof Commented) return `${scalarText(node.value, depth)} # ${node.comment}`;
  return typeof node === 'string' ? scalarText(node, depth) : String(node);
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}
