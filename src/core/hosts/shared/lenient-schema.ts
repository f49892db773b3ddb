import * as z from 'zod';

/** Fields of Bitbucket's answers, accepted in every form that they have been seen in. */

export const text = z.string().catch('');
export const flag = z.boolean().catch(false);

/** A number from 1 on; a stand-in may write it as text. */
export const positive = z.union([
  z.number().int().positive(),
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
]);

/** Reads a value that is missing, or has an unknown form, as `null`. */
export function orNull<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);
}

export const optionalText = orNull(z.string().min(1));

/** Line numbers: from 1 on. */
export const line = orNull(positive);

/** Of any length, in lower case; anything else becomes `null`. */
export const hash = orNull(
  z
    .string()
    .regex(/^[0-9a-f]{7,64}$/i)
    .transform((value) => value.toLowerCase()),
);

/** Bitbucket counts with numbers; a stand-in may write them as text. */
export const identifier = z.union([
  z.number().int().nonnegative().transform(String),
  z.string().regex(/^[A-Za-z0-9{}_-]{1,64}$/),
]);

export const timestamp = z.unknown().optional().transform(toUtc);

/**
 * A date as ISO 8601 in UTC: also with microseconds, a blank for the T, without a zone (then UTC), or as seconds or
 * milliseconds since 1970. `null` for anything else.
 */
export function toUtc(value: unknown): string | null {
  const milliseconds = millisecondsOf(value);
  // The limit of Date.
  if (Number.isNaN(milliseconds) || Math.abs(milliseconds) > 8.64e15) return null;
  return new Date(milliseconds).toISOString();
}

/** Larger numbers, as seconds beyond the year 5138, are milliseconds. */
const largestSeconds = 1e11;

function millisecondsOf(value: unknown): number {
  if (typeof value === 'number') return Math.abs(value) < largestSeconds ? value * 1000 : value;
  if (typeof value !== 'string') return Number.NaN;
  const written = value.trim();
  if (/^\d{9,15}$/.test(written)) return millisecondsOf(Number(written));
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(\S*))?$/i.exec(
    written,
  );
  if (match === null) return Number.NaN;
  const [, day, time = '00:00', zone = ''] = match;
  const milliseconds = time.replace(',', '.').replace(/(\.\d{3})\d+$/, '$1');
  const offset = zone === '' ? 'Z' : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase();
  return Date.parse(`${day}T${milliseconds}${offset}`);
}
