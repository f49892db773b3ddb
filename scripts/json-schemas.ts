import * as z from 'zod';
import { targetNaming } from '../src/core/app/target-naming.ts';
import { configSchema } from '../src/core/config/config-schema.ts';
import { inventorySchema } from '../src/core/discovery/inventory-schema.ts';
import { planSchema } from '../src/core/plan/plan-schema.ts';
import { manifestSchema } from '../src/core/secrets/manifest/manifest-schema.ts';
import { outputSchema } from './outputs/output-schema.ts';

/** JSON Schemas for editors and scripts, by the name of their file in assets/. */
export function fileSchemas(): Readonly<Record<string, unknown>> {
  return {
    'migrator.yaml': withTitle('migrator.yaml: the configuration of migrator', configSchema),
    plan: withTitle('plan.json: what migrator moves where', planSchema),
    manifest: withTitle(
      'secrets.yaml: the secrets to be made on the target',
      manifestSchema(targetNaming),
    ),
    output: outputSchema(),
    inventory: withTitle('inventory.json: what a workspace holds', inventorySchema),
  };
}

/** As the file is written, so that keys with a default may be left out. */
function withTitle(title: string, schema: z.ZodType): unknown {
  return { title, ...z.toJSONSchema(schema, { io: 'input' }) };
}
