import * as z from 'zod';
import { time } from './common.ts';
import { events } from './events.ts';
import { reports } from './reports.ts';
import { results } from './results.ts';

/** Shapes by name: the `type` of the line, but for those of which a type has two. */
function shapes(): Readonly<Record<string, z.ZodObject>> {
  const timed = Object.entries(events).map(([type, schema]) => [
    type,
    (schema as z.ZodObject).extend({ at: time }),
  ]);
  return { ...Object.fromEntries(timed), ...results, ...reports };
}

/**
 * The JSON Schema of every line that --json writes. Pure.
 * @param options.isStrict refuses keys that the schema does not name: a consumer allows them, because later versions add some
 */
export function outputSchema({ isStrict = false }: { readonly isStrict?: boolean } = {}) {
  const $defs = Object.fromEntries(
    Object.entries(shapes()).map(([name, schema]) => {
      const { $schema: _, ...shape } = z.toJSONSchema(schema, {
        io: isStrict ? 'output' : 'input',
      });
      return [name, withSnakeKeys(shape)];
    }),
  );
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A line of `migrator --json`: the result of a command, or an event of a run',
    type: 'object',
    required: ['type'],
    anyOf: Object.keys($defs).map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs,
  };
}

/** The program's own names are in camelCase; jsonLine() writes them in snake_case. */
function withSnakeKeys(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withSnakeKeys);
  if (schema === null || typeof schema !== 'object') return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(says)
      .map(([key, value]) => {
        if (key === 'properties') {
          const entries = Object.entries(value as object);
          return [
            key,
            Object.fromEntries(entries.map(([name, one]) => [snake(name), withSnakeKeys(one)])),
          ];
        }
        if (key === 'required') return [key, (value as readonly string[]).map(snake)];
        return [key, withSnakeKeys(value)];
      }),
  );
}

/** The pattern of a moment says what its format says, and every whole number has the same bound. */
function says(
  [key, value]: readonly [string, unknown],
  _: number,
  all: readonly unknown[],
): boolean {
  const isMoment = all.some((one) => String(one) === 'format,date-time');
  return !(key === 'pattern' && isMoment) && value !== Number.MAX_SAFE_INTEGER;
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
