import * as z from 'zod';
import type { Failure } from '../../kernel/errors.ts';
import type { TargetedRepository } from '../manifest/target-scopes.ts';
import { placeErrors } from '../state/put-secret.ts';
import type { ScopeReport } from './scope-report.ts';

const secret = z.object({
  name: z.string(),
  sourceName: z.string(),
  source: z.enum(['repository', 'workspace', 'deployment']),
});

/** How secrets are created, for processes that join: names and identities, never a value. */
export const scaffoldOptions = z.object({
  host: z.string(),
  owner: z.string(),
  /** Of the process that leads, by which all write. */
  lease: z.string(),
});

export type ScaffoldOptions = z.infer<typeof scaffoldOptions>;

/** The part of the manifest that one repository is to get. */
export const repositorySchema = z.object({
  source: z.string(),
  target: z.string(),
  secrets: z.array(secret),
  environments: z.array(z.object({ name: z.string(), secrets: z.array(secret) })),
}) satisfies z.ZodType<Omit<TargetedRepository, 'target'> & { readonly target: string }>;

const place = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('organization'), owner: z.string() }),
  z.object({ kind: z.literal('repository'), owner: z.string(), name: z.string() }),
  z.object({
    ...{ kind: z.literal('environment'), owner: z.string(), name: z.string() },
    environment: z.string(),
  }),
]);

const failure = z.object({
  code: z.enum(placeErrors),
  message: z.string(),
  hint: z.string().nullable(),
  retry: z.enum(['yes', 'no', 'fatal']),
  detail: z.string().nullable(),
}) satisfies z.ZodType<Failure>;

/** The result that a process that creates secrets of a repository hands to the one that leads. */
export const scaffoldResult = z.array(
  z.object({
    place,
    source: z.string().nullable(),
    settingsUrl: z.string(),
    isNew: z.boolean(),
    secrets: z.array(
      secret.extend({
        state: z.enum([
          ...(['made', 'to-make', 'placeholder', 'filled', 'present'] as const),
          ...(['replaced', 'missing'] as const),
        ]),
      }),
    ),
    failure: failure.nullable(),
  }),
) satisfies z.ZodType<readonly ScopeReport[]>;
