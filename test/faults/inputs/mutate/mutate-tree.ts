import fc from 'fast-check';
import { hostileText, prototypeNames } from './hostile-values.ts';

/** JSON whose objects may have a key twice, and whose leaves may be any text. */
type Node =
  | { readonly kind: 'object'; readonly entries: [key: string, value: Node][] }
  | { readonly kind: 'list'; readonly items: Node[] }
  | { readonly kind: 'raw'; readonly text: string };

/** One change of a document; `at` chooses the place, whatever the document is. */
export interface TreeChange {
  readonly what: 'delete' | 'replace' | 'double' | 'rename' | 'add' | 'repeat' | 'wrap';
  readonly at: number;
  readonly key: string;
  /** In the words of JSON. */
  readonly value: string;
}

export function treeChange(value: fc.Arbitrary<string>): fc.Arbitrary<TreeChange> {
  return fc.record({
    what: fc.constantFrom(
      'delete',
      'replace',
      'replace',
      'replace',
      'double',
      'rename',
      'add',
      'repeat',
      'wrap',
    ),
    at: fc.nat(),
    key: fc.oneof(fc.constantFrom(...prototypeNames), hostileText),
    value,
  });
}

/** The text of a document after these changes. */
export function changeDocument(data: unknown, changes: readonly TreeChange[]): string {
  const root: Extract<Node, { kind: 'list' }> = { kind: 'list', items: [toNode(data)] };
  for (const change of changes) apply(root, change);
  return root.items.map(textOf).join(',');
}

function toNode(data: unknown): Node {
  if (Array.isArray(data)) return { kind: 'list', items: data.map(toNode) };
  if (typeof data === 'object' && data !== null) {
    const entries = Object.entries(data).map(([key, value]): [string, Node] => [
      key,
      toNode(value),
    ]);
    return { kind: 'object', entries };
  }
  return { kind: 'raw', text: JSON.stringify(data) ?? 'null' };
}

function textOf(node: Node): string {
  if (node.kind === 'raw') return node.text;
  if (node.kind === 'list') return `[${node.items.map(textOf).join(',')}]`;
  const entries = node.entries.map(([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`);
  return `{${entries.join(',')}}`;
}

/** Where a value stands. */
interface Slot {
  readonly parent: Exclude<Node, { kind: 'raw' }>;
  readonly index: number;
}

function slotsIn(parent: Node, slots: Slot[] = []): Slot[] {
  if (parent.kind === 'raw') return slots;
  const children = parent.kind === 'list' ? parent.items : parent.entries.map(([, value]) => value);
  for (const [index, child] of children.entries()) {
    slots.push({ parent, index });
    slotsIn(child, slots);
  }
  return slots;
}

function apply(root: Node, { what, at, key, value }: TreeChange): void {
  const slots = slotsIn(root);
  const slot = slots[at % Math.max(1, slots.length)];
  if (slot === undefined) return;
  const { parent, index } = slot;
  const raw: Node = { kind: 'raw', text: value };
  const old = parent.kind === 'list' ? parent.items[index] : parent.entries[index]?.[1];
  if (old === undefined) return;
  if (what === 'add' && old.kind === 'object') old.entries.push([key, raw]);
  else if (what === 'add' && old.kind === 'list') old.items.push(raw);
  else if (parent.kind === 'list') changeList(parent.items, { index, what, old, raw });
  else changeObject(parent.entries, { index, what, old, raw, key });
}

interface Change {
  readonly index: number;
  readonly what: TreeChange['what'];
  readonly old: Node;
  readonly raw: Node;
}

function changeList(items: Node[], { index, what, old, raw }: Change): void {
  if (what === 'delete') items.splice(index, 1);
  else if (what === 'double') items.splice(index, 0, old);
  else if (what === 'repeat') items.push(...Array.from({ length: 50 }, () => old));
  else items[index] = what === 'wrap' ? { kind: 'list', items: [old] } : raw;
}

function changeObject(
  entries: [string, Node][],
  { index, what, old, raw, key }: Change & { key: string },
): void {
  const name = entries[index]?.[0] ?? '';
  if (what === 'delete') entries.splice(index, 1);
  else if (what === 'double') entries.push([name, raw]);
  else if (what === 'rename') entries[index] = [key, old];
  else entries[index] = [name, what === 'wrap' ? { kind: 'list', items: [old] } : raw];
}
