import * as z from 'zod';

/** Bitbucket's answers, as far as they are used. Everything else in them is dropped here. */

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? '');
const flag = z
  .boolean()
  .nullish()
  .catch(null)
  .transform((value) => value ?? false);

/** What an address and a folder can be made of; `.` and `..` would lead elsewhere. */
const slug = z.string().regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,255}$/);

export const projectSchema = z.object({
  key: z.string().regex(/^~?(?!\.{1,2}$)[A-Za-z0-9._-]{1,255}$/),
  name: text,
  public: flag,
});

export const repositorySchema = z.object({
  id: z.union([z.number().int(), z.string().min(1)]),
  slug,
  name: text,
  description: text,
  state: text,
  public: flag,
  archived: flag,
  project: projectSchema,
  origin: z
    .object({ slug, project: z.object({ key: z.string().min(1) }) })
    .nullish()
    .catch(null),
});

export type RepositoryRow = z.infer<typeof repositorySchema>;

export const branchSchema = z.object({
  id: z.string().nullish().catch(null),
  displayId: z.string().nullish().catch(null),
});

export const sizesSchema = z.object({ repository: z.number().nonnegative() });
