import * as z from 'zod';

const names = z.array(z.object({ name: z.string(), isSecured: z.boolean().nullable() }));

export const secretRecordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('workspace'), names }),
  z.object({ kind: z.literal('repository'), id: z.string(), names }),
  z.object({
    kind: z.literal('environments'),
    id: z.string(),
    environments: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  z.object({ kind: z.literal('deployment'), id: z.string(), environment: z.string(), names }),
]);

/** One list that was read; `id` is that of the repository. Names alone, never a value. */
export type SecretRecord = z.infer<typeof secretRecordSchema>;
