export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** `null` if the body was empty or no JSON. Hostile until checked. */
  readonly json: unknown;
  /** If a text was requested and received; hostile, and cut if too long. */
  readonly text?: string;
  /** If a file was requested; empty if too long. Hostile. */
  readonly bytes?: Uint8Array;
  readonly isCut?: boolean;
}

/**
 * The host's explanation, cut and without control characters; `null` if there is none. GitHub: `message` and `errors[]`;
 * Bitbucket: `error.message` and `error.detail`.
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

/** Returns facts of a response for the error that it leads to. */
export function factsOf({ status, json }: HttpResponse) {
  return { status, detail: hostMessage(json) };
}

/** A header that lists words; `null` where there is none. */
export function listHeader({ headers }: HttpResponse, name: string): readonly string[] | null {
  const words = headers[name]?.split(',').map((word) => word.trim());
  return words?.filter((word) => word !== '') ?? null;
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

/** An own property of unknown data. */
export function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

/** As text; empty for anything but a string or a number. */
export function textField(value: unknown, key: string): string {
  const found = field(value, key);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

function oneError(error: unknown): unknown {
  if (typeof error === 'string') return error;
  const message = field(error, 'message');
  if (typeof message === 'string') return message;
  const parts = ['resource', 'field', 'code'].map((key) => field(error, key));
  const texts = parts.filter((part): part is string => typeof part === 'string');
  return typeof parts.at(-1) === 'string' ? texts.join(' ') : undefined;
}
