/** Writes the JSON Schemas of the files that people edit, from the schemas that the program itself reads them by. */
import { writeFileSync } from 'node:fs';
import { fileSchemas } from './json-schemas.ts';

for (const [name, schema] of Object.entries(fileSchemas())) {
  const path = new URL(`../assets/${name}.schema.json`, import.meta.url);
  writeFileSync(path, `${JSON.stringify(schema, null, 2)}\n`);
}
