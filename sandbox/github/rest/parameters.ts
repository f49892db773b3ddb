import type { Answer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import { githubError, invalidRequest } from './answers.ts';

export type Parameters = Readonly<Record<string, unknown>>;

type Kind =
  | 'string'
  | 'boolean'
  | 'integer'
  | 'string or null'
  | 'integer or null'
  | 'object'
  | 'strings'
  | 'integers'
  | 'objects';

/** The parameters that a route takes. Another one is refused: the sandbox would have to ignore it. */
export interface ParameterForm {
  readonly [name: string]: { readonly kind: Kind; readonly required?: true };
}

/** The body as checked parameters, or the answer that refuses it. */
export async function readParameters(
  exchange: Exchange,
  form: ParameterForm,
): Promise<{ readonly values: Parameters } | { readonly refusal: Answer }> {
  const body = (await exchange.readBody()).toString('utf8');
  let value: unknown;
  try {
    value = body === '' ? {} : JSON.parse(body);
  } catch {
    return { refusal: githubError(400, 'Problems parsing JSON') };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { refusal: githubError(400, 'Body should be a JSON object') };
  }
  const refusal = checkParameters(value as Parameters, form);
  return refusal === null ? { values: value as Parameters } : { refusal };
}

/** Returns what refuses parameters, those inside of others too. */
export function checkParameters(values: Parameters, form: ParameterForm): Answer | null {
  for (const [name, { required }] of Object.entries(form)) {
    if (required === true && values[name] === undefined) {
      return invalidRequest(`"${name}" wasn't supplied.`);
    }
  }
  for (const [name, value] of Object.entries(values)) {
    const kind = form[name]?.kind;
    if (kind === undefined) return invalidRequest(`The sandbox does not know "${name}" here.`);
    if (!isOfKind(value, kind)) {
      return invalidRequest(`For 'properties/${name}', ${quoted(value)} is not ${article(kind)}.`);
    }
  }
  return null;
}

function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind === 'strings') {
    return Array.isArray(value) && value.every((item) => typeof item === 'string');
  }
  if (kind === 'integers') return Array.isArray(value) && value.every(Number.isInteger);
  if (kind === 'objects') {
    return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
  }
  if (kind === 'integer') return Number.isInteger(value);
  if (kind === 'integer or null') return value === null || Number.isInteger(value);
  if (kind === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (kind === 'string or null') return value === null || typeof value === 'string';
  return typeof value === kind;
}

function article(kind: Kind): string {
  if (kind === 'strings') return 'an array of strings';
  if (kind === 'integers') return 'an array of integers';
  if (kind === 'objects') return 'an array of objects';
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

/** The host is written in a language that has no `null`. */
function quoted(value: unknown): string {
  return value === null ? 'nil' : JSON.stringify(value);
}
