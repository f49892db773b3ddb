import * as z from 'zod';
import type { ErrorCode, Failure } from '../../src/core/kernel/errors.ts';
import { services } from '../../src/core/ports/credentials/host-service.ts';
import type { RepositoryStatus, StepName } from '../../src/core/ports/records/migration.ts';
import { stepNames } from '../../src/core/ports/records/migration.ts';
import type { SourceKind } from '../../src/core/ports/records/repository.ts';

/** Every code of an error; the type fails to compile where one is missing. */
const errorCodes = {
  unexpected: true,
  'disk-full': true,
  usage: true,
  'input-file': true,
  configuration: true,
  'not-found': true,
  'target-exists': true,
  'missing-program': true,
  credentials: true,
  permission: true,
  license: true,
  'time-out': true,
  refused: true,
  verification: true,
  'rate-limit': true,
  unavailable: true,
  tls: true,
  'bad-answer': true,
  'ambiguous-write': true,
  state: true,
  interrupted: true,
} satisfies Record<ErrorCode, true>;

export const text = z.string();
export const texts = z.array(text);
export const textOrNull = text.nullable();
export const number = z.int().min(0);
export const numberOrNull = number.nullable();
export const flag = z.boolean();
export const time = z.iso.datetime();
export const timeOrNull = time.nullable();
export const service = z.enum(services);
export const step = z.enum(stepNames) satisfies z.ZodType<StepName>;
/** Further facts, whose names may grow. */
export const facts = z.record(text, z.unknown());

const errorCode = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]);

export const failure = z.object({
  code: errorCode,
  message: text,
  hint: textOrNull.describe('What to do'),
  retry: z.enum(['yes', 'no', 'fatal']).describe('Whether the same command may succeed later'),
  detail: textOrNull.describe("The host's own words"),
}) satisfies z.ZodType<Failure>;

export const repositoryStatus = z.enum([
  'pending',
  'running',
  'waiting',
  'succeeded',
  'skipped',
  'failed',
]) satisfies z.ZodType<RepositoryStatus>;

export const source = z.object({
  kind: z.enum(['bitbucket-cloud', 'bitbucket-data-center']) satisfies z.ZodType<SourceKind>,
  workspace: text,
});
export const target = z.object({ organization: text });
/** The names of a repository on both hosts. */
export const names = { source: text, target: text };
export const counts = z.object({ succeeded: number, skipped: number, failed: number });
export const migration = text.describe('Id of the migration');
