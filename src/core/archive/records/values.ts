import { z } from 'zod';

/** Text of a record. GitHub's database takes no NUL, and JSON no half of a surrogate pair. */
export const text = z
  .string()
  .refine((value) => value.isWellFormed(), 'half of a surrogate pair')
  .refine((value) => !value.includes('\u0000'), 'a NUL character');

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** A moment in UTC, to the second: the only form that was seen in exports of GitHub. */
export const time = z
  .string()
  .refine(
    (value) => timePattern.test(value) && !Number.isNaN(Date.parse(value)),
    'not a time like 2026-11-22T14:05:00Z',
  );

/** The identity of a record; others refer to it by this text. */
export const url = z
  .string()
  .max(2048)
  .refine((value) => /^https?:\/\/[^\s/]+\/\S+$/.test(value), 'not an http URL');

/** A file of the archive. */
export const tarball = z
  .string()
  .refine((value) => value.startsWith('tarball://root/'), 'not a tarball://root/ URL');

export const commit = z.string().regex(/^[0-9a-f]{40}$/, 'not a full commit hash');
