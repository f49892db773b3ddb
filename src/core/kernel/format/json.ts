/** Any plain data as one line of JSON with keys in snake_case, as in the files that the program writes. */
export function jsonLine(data: object): string {
  return `${harmlessJson(JSON.stringify(snakeCaseKeys(data)))}\n`;
}

/** C1 controls, line separators, what reorders text, and what nobody sees: JSON has them as they are. */
const acting = /[\u007f-\u009f\u2028\u2029\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The same JSON, which may be shown as it is: what acts on a terminal, or hides in a text, is written as an escape. */
export function harmlessJson(json: string): string {
  return json.replace(acting, (one) => one.split('').map(escaped).join(''));
}

/** The same for YAML within double quotes, which has no pairs of escapes. */
export function harmlessYaml(yaml: string): string {
  return yaml.replace(acting, (one) => {
    const code = one.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : escaped(one);
  });
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Writes JSON in its canonical form (RFC 8785): keys in order, no spaces. Equal data gives equal text, so that others can compute the
 * same digest.
 * Numbers have to be whole ones.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const sorted = entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

/** A copy of plain data with every key of ours in snake_case. Maps from names to values have to be arrays before. */
export function snakeCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCaseKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, item]) => [snakeCase(key), snakeCaseKeys(item)]);
  return Object.fromEntries(entries);
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
