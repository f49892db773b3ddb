import * as z from 'zod';

const text = z.string().max(100_000);

/**
 * One repository of an inventory. Only the name is needed, so that one can be written by hand; the slug is then
 * the name in lower case.
 */
export const inventoryRepositorySchema = z.looseObject({
  name: text.min(1),
  slug: text.min(1).optional(),
  id: text.optional(),
  description: text.optional(),
  visibility: z.enum(['private', 'internal', 'public']).optional(),
  default_branch: text.nullable().optional(),
  size_bytes: z.number().nonnegative().nullable().optional(),
  project: z.looseObject({ key: text, name: text }).nullable().optional(),
  fork_of: text.nullable().optional(),
  language: text.nullable().optional(),
  archived: z.boolean().optional(),
  created_at: text.nullable().optional(),
  updated_at: text.nullable().optional(),
  web_url: text.optional(),
});

/** inventory.json: what a workspace holds. Keys that are not ours are kept out of the way, with a warning. */
export const inventorySchema = z.looseObject({
  $schema: text.optional(),
  version: z.literal(1),
  source: z.looseObject({
    kind: z.enum(['bitbucket-cloud', 'bitbucket-data-center']),
    workspace: text.min(1),
  }),
  discovered_at: text.optional(),
  repositories: z.array(inventoryRepositorySchema),
});

export type Inventory = z.infer<typeof inventorySchema>;
export type InventoryRepository = z.infer<typeof inventoryRepositorySchema>;
