/** What a host answered, once the body is understood. */
export interface HttpResponse {
  readonly status: number;
  /** Names in small letters; a header that came twice is joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** `null` where the body was empty or no JSON. Hostile until checked. */
  readonly json: unknown;
  /** Only where a text was asked for and the body was one: hostile, and cut where it was too long. */
  readonly text?: string;
  /** Only where a file was asked for; empty where it was too long. Hostile. */
  readonly bytes?: Uint8Array;
  readonly isCut?: boolean;
}

/**
 * The sentence in which a host explains itself, cut and without control characters; `null` if there is none.
 * GitHub: `message` and `errors[]`; Bitbucket: `error.message` and `error.detail`.
 */
export function hostMessage(json: unknown): string | null {
  const top = field(json, 'message') ?? field(field(json, 'error'), 'message');
  const detail = field(field(json, 'error'), 'detail');
  const errors = field(json, 'errors');
  const parts = [top, detail, ...(Array.isArray(errors) ? errors.slice(0, 5).map(oneError) : [])];
  const texts = parts.filter((part): part is string => typeof part === 'string' && part !== '');
  if (texts.length === 0) return null;
  return oneLine([...new Set(texts)].join('; '), 300);
}

/** A host's text as one line of at most so many characters. */
export function oneLine(text: string, maxLength: number): string {
  const flat = text
    .slice(0, maxLength * 4)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const characters = [...flat];
  return characters.length <= maxLength ? flat : `${characters.slice(0, maxLength - 1).join('')}…`;
}

/** A property of unknown data, if it is an object that has one itself. */
export function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

/** The same as text, empty for anything but a string or a number: other values may have no conversion. */
export function textField(value: unknown, key: string): string {
  const found = field(value, key);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

function oneError(error: unknown): unknown {
  if (typeof error === 'string') return error;
  const message = field(error, 'message');
  if (typeof message === 'string') return message;
  const parts = ['resource', 'field', 'code'].map((key) => field(error, key));
  // Anything but a string may have no conversion to one.
  const texts = parts.filter((part): part is string => typeof part === 'string');
  return typeof parts.at(-1) === 'string' ? texts.join(' ') : undefined;
}
