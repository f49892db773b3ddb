import { parseDocument } from '../kernel/documents/parse-document.ts';
import { suggest } from '../kernel/documents/suggest.ts';
import { MigratorError } from '../kernel/errors.ts';
import { readTextFile } from '../kernel/files/read-text-file.ts';
import {
  type Inventory,
  inventoryRepositorySchema,
  inventorySchema,
  type ReadInventory,
} from './inventory-schema.ts';

/** 100,000 repositories with long descriptions. */
const maxInventoryBytes = 256_000_000;

/**
 * The same for commands that need to know where the repositories are.
 * @throws `input-file` also where the inventory does not say it
 */
export async function readSourcedInventory(
  path: string,
): Promise<{ inventory: Inventory; warnings: readonly string[] }> {
  const { inventory, warnings } = await readInventory(path);
  const { source } = inventory;
  if (source !== undefined) return { inventory: { ...inventory, source }, warnings };
  throw new MigratorError('input-file', `The inventory ${path} has no source`, {
    hint: 'Add "source": {"kind": "bitbucket-cloud", "workspace": "..."} (or "bitbucket-data-center" with the project key), or write it with `migrator discover --workspace <workspace> --output <file>`.',
  });
}

/**
 * @returns the inventory, and a sentence for every key that is not ours: such keys are left alone
 * @throws `input-file` with line and column of every problem
 */
export async function readInventory(
  path: string,
): Promise<{ inventory: ReadInventory; warnings: readonly string[] }> {
  const file = { path, what: 'inventory', code: 'input-file' } as const;
  const text = await readTextFile({ ...file, maxBytes: maxInventoryBytes });
  const inventory = parseDocument({ ...file, text, format: 'json', schema: inventorySchema });
  return { inventory, warnings: unknownKeys(inventory).map((warning) => `${path}: ${warning}`) };
}

function unknownKeys(inventory: ReadInventory): readonly string[] {
  const top = strangers(inventory, Object.keys(inventorySchema.shape));
  const known = Object.keys(inventoryRepositorySchema.shape);
  const within = new Set(
    inventory.repositories.flatMap((repository) => strangers(repository, known)),
  );
  return [...top, ...within];
}

function strangers(value: object, known: readonly string[]): string[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const meant = suggest(key, known);
      return `unknown key ${key} is ignored${meant === null ? '' : ` (did you mean ${meant}?)`}`;
    });
}
