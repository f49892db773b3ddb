/** `nullable` alone means nothing to ajv beside an `enum`, and without a `type` it is refused: it is said otherwise. */
export function fixNullable(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) fixNullable(inner);
  const schema = value as Record<string, unknown>;
  if (schema.nullable !== true) return;
  if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null];
  if ('type' in schema) return;
  const { nullable: _, ...rest } = schema;
  for (const key of Object.keys(schema)) delete schema[key];
  schema.anyOf = [{ enum: [null] }, rest];
}
