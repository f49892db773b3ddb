/* Terraform's language, as far as an export needs it. */

/** An expression such as `github_team.developers.id`, written as it is. */
export interface Expression {
  readonly expression: string;
}

type Value = string | number | boolean | Expression | readonly Value[];

/** `type "label" "label" { ... }`. Attributes that are `undefined` are left out. */
export interface Block {
  readonly type: string;
  readonly labels?: readonly string[];
  /** Lines above it. */
  readonly comment?: readonly string[];
  readonly attributes?: Readonly<Record<string, Value | undefined>>;
  readonly blocks?: readonly Block[];
}

/** The text of a file. Pure. */
export function hclText(blocks: readonly Block[]): string {
  return blocks.map((block) => `${blockLines(block).join('\n')}\n`).join('\n');
}

function blockLines({ type, labels = [], comment = [], attributes = {}, blocks = [] }: Block) {
  const named = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, valueText(value)] as const],
  );
  const width = Math.max(0, ...named.map(([name]) => name.length));
  const inner: string[] = [
    ...named.flatMap(([name, text]) => `${name.padEnd(width)} = ${text}`.split('\n')),
    ...blocks.flatMap((block, at) => [
      ...(at + named.length > 0 ? [''] : []),
      ...blockLines(block),
    ]),
  ];
  return [
    ...comment.map((line) => `# ${oneLine(line)}`),
    `${[type, ...labels.map(quoted)].join(' ')} {`,
    ...inner.map((line) => (line === '' ? '' : `  ${line}`)),
    '}',
  ];
}

function valueText(value: Value): string {
  if (Array.isArray(value)) return listText(value.map(valueText));
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'object' ? (value as Expression).expression : String(value);
}

/** The most characters of a list on one line. */
const longestList = 80;

function listText(all: readonly string[]): string {
  const line = `[${all.join(', ')}]`;
  if (line.length <= longestList) return line;
  return `[\n${all.map((one) => `  ${one},`).join('\n')}\n]`;
}

/** A string in which nothing is interpolated: names come from hosts. Pure. */
function quoted(text: string): string {
  const escaped = text
    .replace(/["\\]/g, '\\$&')
    .replace(/([$%])\{/g, '$1$1{')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escapedCharacter);
  return `"${escaped}"`;
}

function escapedCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}
