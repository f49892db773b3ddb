import { configSchema } from '../../../../src/core/config/config-schema.ts';
import { inventorySchema } from '../../../../src/core/discovery/inventory-schema.ts';
import { parseDocument } from '../../../../src/core/kernel/documents/parse-document.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { planSchema } from '../../../../src/core/plan/plan-schema.ts';

export function parseConfig(text: string) {
  const file = { path: 'migrator.yaml', what: 'configuration', code: 'configuration' } as const;
  return parseDocument({ ...file, format: 'yaml', text, schema: configSchema });
}

export function parsePlanText(text: string) {
  const file = { path: 'plan.json', what: 'plan', code: 'input-file' } as const;
  return parseDocument({ ...file, format: 'json', text, schema: planSchema });
}

export function parseInventoryText(text: string) {
  const file = { path: 'inventory.json', what: 'inventory', code: 'input-file' } as const;
  return parseDocument({ ...file, format: 'json', text, schema: inventorySchema });
}

/** The head of a plan, without repositories. */
export const plan = {
  version: 1,
  source: { kind: 'bitbucket-cloud', workspace: 'acme' },
  target: { organization: 'acme' },
};

/** The error that reading ends with. */
export function failure(work: () => unknown): MigratorError {
  try {
    work();
  } catch (error) {
    if (error instanceof MigratorError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}
