/** Any plain data as one line of JSON with keys in snake_case, as in the files that the program writes. */
export function jsonLine(data: object): string {
  return `${harmlessJson(JSON.stringify(snakeCaseKeys(data)))}\n`;
}

/** C1 controls and what reorders text: JSON has them as they are, and a terminal acts on them. */
const acting = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The same JSON, which may be shown as it is: whatever acts on a terminal is written as an escape. */
export function harmlessJson(json: string): string {
  return json.replace(acting, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
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
