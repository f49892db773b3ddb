import * as z from 'zod';

/** Milliseconds since 1970; GitHub writes whole seconds. */
const time = z
  .string()
  .transform((text) => Date.parse(text))
  .pipe(z.number())
  .nullable()
  .catch(null);

/** Names and times are all that GitHub tells of a secret. */
export const secretSchema = z.object({
  name: z.string().min(1),
  created_at: time,
  updated_at: time,
});

export const environmentSchema = z.object({
  id: z.number(),
  name: z.string().min(1),
});

export const publicKeySchema = z.object({
  key_id: z.string().min(1),
  key: z.base64().min(40),
});
