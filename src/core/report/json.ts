/** Any plain data as one line of JSON with keys in snake_case, as in the files that the program writes. */
export function jsonLine(data: object): string {
  return `${JSON.stringify(snakeCaseKeys(data))}\n`;
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
