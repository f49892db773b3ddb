import * as z from 'zod';
import { pipelineActions } from '../../options/settings.ts';
import { repositoryStatuses } from '../../ports/records/migration.ts';
import { type RepositoryFindings, verdicts } from './findings/difference.ts';
import { ofOne } from './unverified.ts';

const number = z.int();

const repair = z.discriminatedUnion('what', [
  z.object({ what: z.enum(['refs', 'lfs', 'settings', 'own-branches']) }),
  z.object({ what: z.literal('planned-setting'), id: z.string(), found: z.string().default('') }),
  z.object({ what: z.enum(['state', 'branches', 'threads']), number }),
  z.object({ what: z.literal('texts'), number, found: z.string() }),
  z.object({ what: z.literal('write'), number, key: z.string() }),
  z.object({ what: z.literal('rewrite'), number, key: z.string(), found: z.string() }),
]);

const kind = z.enum([
  ...(['repository', 'setting', 'branch', 'tag', 'lfs-object', 'pull-request'] as const),
  ...(['added-branch', 'added-pull-request', 'added-comment'] as const),
  ...(['review', 'review-comment', 'comment', 'thread'] as const),
]);

const difference = z.object({
  verdict: z.enum(verdicts),
  kind,
  name: z.string(),
  message: z.string(),
  url: z.string().nullable(),
  repair: repair.nullable(),
  advice: z.string().nullable(),
  isLoss: z.boolean().optional(),
  sourceNumber: number.optional(),
});

const findings = z.object({
  source: z.string(),
  target: z.string(),
  webUrl: z.string().nullable(),
  status: z.enum(repositoryStatuses),
  unverified: z.object({ code: z.enum(ofOne), message: z.string(), hint: z.string() }).nullable(),
  failure: z.object({ message: z.string(), hint: z.string().nullable() }).optional(),
  compared: number,
  equal: number,
  kinds: z.array(z.object({ kind, compared: number, equal: number })).default([]),
  notes: z.array(z.string()),
  differences: z.array(difference),
  settings: z.array(
    z.object({
      kind: z.string().optional(),
      source: z.string(),
      target: z.string(),
      grade: z.enum(['exact', 'stricter', 'looser', 'none']),
      why: z.string(),
    }),
  ),
  rolledBack: z.literal(true).optional(),
  pipelines: z
    .object({
      action: z.enum(pipelineActions),
      pullRequest: z.number().nullable(),
      url: z.string().nullable(),
      ...{ exact: number, changed: number, lost: number },
      findings: z.array(
        z.object({
          grade: z.enum(['changed', 'lost']),
          line: number,
          file: z.string().optional(),
          message: z.string(),
          advice: z.string().nullable(),
        }),
      ),
    })
    .optional(),
}) satisfies z.ZodType<RepositoryFindings>;

/** Describes what a process that compares a repository hands to the one that leads. */
export interface VerificationResult {
  readonly findings: RepositoryFindings;
  /** Cost of that process since its last result: requests by host, and lists of refs. */
  readonly used: { readonly hosts: Readonly<Record<string, number>>; readonly refLists: number };
}

export const verificationResult = z.object({
  findings,
  used: z.object({ hosts: z.record(z.string(), number), refLists: number }),
}) satisfies z.ZodType<VerificationResult>;

/** How a comparison is run, for processes that join. */
export const verificationOptions = z.object({
  /** True if the source is read again. */
  rereads: z.boolean(),
});

export type VerificationOptions = z.infer<typeof verificationOptions>;
