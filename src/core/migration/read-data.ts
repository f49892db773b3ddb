import type * as z from 'zod';
import type { CreatedObject } from '../ports/records/migration.ts';

/** What the state holds with an object; `null` where there is nothing, or it cannot be read. */
export function readData<T>(schema: z.ZodType<T>, object: CreatedObject | null): T | null {
  if (object === null || object.data === null) return null;
  try {
    return schema.parse(JSON.parse(object.data));
  } catch {
    return null;
  }
}
