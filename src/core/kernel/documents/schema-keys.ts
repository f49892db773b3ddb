import type { z } from 'zod';

/** The keys that a schema knows at a path; empty where the path leads to no object. */
export function schemaKeys(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const definition = definitionAt(schema, path);
  return definition?.type === 'object' ? Object.keys(definition.shape) : [];
}

/** What a schema asks of each item of the list at a path; `null` where the path leads to no list. */
export function elementSchema(
  schema: z.ZodType,
  path: readonly PropertyKey[],
): z.core.$ZodType | null {
  const definition = definitionAt(schema, path);
  return definition?.type === 'array' ? definition.element : null;
}

function definitionAt(
  schema: z.ZodType,
  path: readonly PropertyKey[],
): z.core.$ZodTypes['_zod']['def'] | undefined {
  let current: z.core.$ZodType | undefined = unwrap(schema);
  for (const part of path) current = unwrap(child(current, part));
  return (current as z.core.$ZodTypes | undefined)?._zod.def;
}

function child(
  schema: z.core.$ZodType | undefined,
  part: PropertyKey,
): z.core.$ZodType | undefined {
  const definition = (schema as z.core.$ZodTypes | undefined)?._zod.def;
  if (definition?.type === 'array') return definition.element;
  if (definition?.type === 'record') return definition.valueType;
  return definition?.type === 'object' ? definition.shape[String(part)] : undefined;
}

/** The schema within optional, default and nullable, and behind what prepares a value for it. */
function unwrap(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let current = schema;
  for (;;) {
    const definition = (current as z.core.$ZodTypes | undefined)?._zod.def;
    if (definition?.type === 'pipe') {
      current = definition.out;
      continue;
    }
    if (
      definition?.type !== 'optional' &&
      definition?.type !== 'default' &&
      definition?.type !== 'nullable'
    ) {
      return current;
    }
    current = definition.innerType;
  }
}
