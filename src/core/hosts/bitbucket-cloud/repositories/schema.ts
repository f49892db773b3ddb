import * as z from 'zod';
import { optionalText, orNull, text, timestamp } from '../../shared/lenient-schema.ts';
import { slugPattern } from '../names/names.ts';

/** The used fields of Bitbucket's answers; all others are dropped. */

/** Bytes; a stand-in may write them as text. */
const size = orNull(
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    ])
    .pipe(z.number().nonnegative()),
);

const slug = z.string().regex(slugPattern);

export const userSchema = z.object({
  uuid: z.string().min(1),
  username: optionalText,
  nickname: optionalText,
  display_name: optionalText,
});

const repositoryRow = z.object({
  uuid: optionalText,
  full_name: optionalText,
  slug,
  workspace: orNull(z.object({ slug: z.string() })),
  name: text,
  description: text,
  is_private: z.boolean().catch(true),
  mainbranch: orNull(z.object({ name: z.string().min(1) })),
  size,
  project: orNull(z.object({ key: z.string(), name: text })),
  parent: orNull(z.object({ full_name: z.string().min(1) })),
  language: text,
  created_on: timestamp,
  updated_on: timestamp,
});

/** Stand-ins omit the UUID: then the full name is the id. */
export const repositorySchema = repositoryRow.transform((row, context) => {
  const id = row.uuid ?? row.full_name;
  if (id !== null) return { ...row, id };
  context.issues.push({ code: 'custom', message: 'no identity', path: ['uuid'], input: row });
  return z.NEVER;
});

export type RepositoryRow = z.infer<typeof repositorySchema>;

/** Requested fields: a full row is twenty times as long. */
export const repositoryFields = [
  'uuid',
  'slug',
  'full_name',
  'name',
  'description',
  'is_private',
  'mainbranch.name',
  'size',
  'project.key',
  'project.name',
  'parent.full_name',
  'language',
  'created_on',
  'updated_on',
] as const;
