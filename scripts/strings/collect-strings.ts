import { parseSync, visitorKeys } from 'oxc-parser';

/** A text of the source that people may read. */
interface FoundString {
  /** With `{}` in place of each value. */
  readonly text: string;
  readonly line: number;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** Their own texts are types, paths, names or SQL. */
const withoutTexts = new Set([
  'ImportDeclaration',
  'ImportExpression',
  'ExportAllDeclaration',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAnnotation',
  'TaggedTemplateExpression',
]);

/** Functions that take patterns, SQL, or arguments of programs. */
const machineCalls = new Set(
  'all exec get has includes startsWith endsWith indexOf split prepare query replaceAll run test'.split(
    ' ',
  ),
);

/** Keys whose values are for programs. */
const machineKeys = new Set(['args', 'code', 'env', 'kind', 'pattern', 'sql', 'type']);

/**
 * The texts in one file that read as words: messages, hints, labels, help. Pure.
 * @param path its ending says whether it holds JSX
 * @throws where the file is not valid TypeScript
 */
export function collectStrings(path: string, source: string): readonly FoundString[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const found: FoundString[] = [];
  visit(program as unknown as SyntaxNode, (text, start) => {
    if (isWords(text)) found.push({ text, line: source.slice(0, start).split('\n').length });
  });
  return found;
}

function visit(node: SyntaxNode, note: (text: string, start: number) => void): void {
  const text = textOf(node);
  if (text !== null) note(text, node.start);
  for (const child of childrenToVisit(node)) visit(child, note);
}

function textOf(node: SyntaxNode): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'JSXText') return String(node.value).replace(/\s+/g, ' ').trim();
  if (node.type !== 'TemplateLiteral') return null;
  const parts = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
  return parts.map(({ value }) => value.cooked).join('{}');
}

function childrenToVisit(node: SyntaxNode): readonly SyntaxNode[] {
  if (withoutTexts.has(node.type)) return [];
  const children = (visitorKeys[node.type] ?? []).flatMap((key) => nodesIn(node[key]));
  switch (node.type) {
    case 'BinaryExpression':
      return node.operator === '+' ? children : children.filter(isNoText);
    case 'MemberExpression':
      return nameOf(node.property) === 'split' ? children.filter(isNoText) : children;
    case 'TSAsExpression':
      return nodesIn(node.expression);
    case 'SwitchCase':
      return nodesIn(node.consequent);
    case 'CallExpression':
      return machineCalls.has(nameOf(node.callee)) ? children.filter(isNoText) : children;
    case 'Property':
      return machineKeys.has(nameOf(node.key)) ? [] : nodesIn(node.value);
    default:
      return children;
  }
}

function isNoText({ type }: SyntaxNode): boolean {
  return type !== 'Literal' && type !== 'TemplateLiteral';
}

function nodesIn(value: unknown): readonly SyntaxNode[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one): one is SyntaxNode => typeof one === 'object' && one !== null);
}

/** Of an identifier, of the last part of `a.b`, or of a key in quotes. */
function nameOf(value: unknown): string {
  const node = value as { name?: string; value?: unknown; property?: unknown };
  if (node.property !== undefined) return nameOf(node.property);
  return node.name ?? String(node.value);
}

const sql =
  /^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|BEGIN|WITH|ORDER BY|WHERE|AND|ON|query|mutation|fragment)\b/;

/** A list of flags by their names in the code. */
const flagNames = /^(?=.*\b[a-z]+[A-Z])[A-Za-z]+( [A-Za-z]+)+$/;

/** Two words side by side, or a word beside a value. */
function isWords(text: string): boolean {
  if (sql.test(text) || flagNames.test(text)) return false;
  const shown = text.replaceAll('{}', '…');
  return (
    /[A-Za-z]{2,}[,;:.)”"'’`]* [A-Za-z(“"`\d]/.test(shown) ||
    /… [a-z]{2,}|[a-z]{2,}:? …/.test(shown)
  );
}
