import * as z from 'zod';
import {
  facts,
  failure,
  flag,
  migration,
  number,
  numberOrNull,
  text,
  textOrNull,
  texts,
  time,
  timeOrNull,
} from './common.ts';

const person = z.object({
  login: textOrNull,
  name: text,
  items: number,
  state: z.enum(['claimed', 'invited', 'unclaimed', 'unmapped', 'no-account']),
  mannequin: z.object({ id: text, login: text }).nullable(),
  target: textOrNull,
  claimant: textOrNull,
});
const probe = z.looseObject({
  probe: text,
  verdict: z.enum(['as-expected', 'other', 'failed', 'not-probed']),
});
const scaffold = {
  organization: text,
  leftOut: z.array(z.unknown()),
  counts: z.record(text, number),
  places: z.array(facts),
};

/** Results of commands that check, write files and manage secrets and licenses. */
export const reports = {
  error: z.object({ type: z.literal('error'), ...failure.shape }),
  'file-written': z.object({
    type: z.literal('file-written'),
    path: text,
    repositories: number.exactOptional(),
    people: number.exactOptional(),
    secrets: number.exactOptional(),
    replaced: z.literal(true).exactOptional(),
    notes: number.exactOptional(),
  }),
  doctor: z.object({
    type: z.literal('doctor'),
    version: z.literal(1),
    status: z.enum(['pass', 'warn', 'fail']),
    exitCode: number,
    checks: z.array(
      z.object({
        check: text,
        status: z.enum(['pass', 'warn', 'fail']),
        message: text,
        remedy: textOrNull,
      }),
    ),
  }),
  addresses: z.object({
    type: z.literal('addresses'),
    version: z.literal(1),
    addresses: z.array(
      z.object({
        host: textOrNull.describe('null: named by a host while migrator runs'),
        port: numberOrNull,
        protocol: z.enum(['https', 'http', 'postgresql', 'socket']),
        purpose: text,
        proxy: textOrNull,
      }),
    ),
  }),
  calibration: z.object({
    type: z.literal('calibration'),
    version: z.literal(1),
    ...{ host: text, hostVersion: textOrNull, at: time },
    probes: z.array(probe),
    facts,
    notes: texts,
  }),
  trial: z.looseObject({
    type: z.literal('trial'),
    version: z.literal(1),
    ...{ host: text, organization: text, format: text, at: time },
    probes: z.array(probe),
  }),
  users: z.object({ type: z.literal('users'), migration, people: z.array(person) }),
  'users-claim': z.object({
    type: z.literal('users-claim'),
    migration,
    dryRun: flag,
    people: z.array(
      z.object({
        ...person.shape,
        failure: textOrNull.exactOptional().describe('Not in a dry run'),
      }),
    ),
  }),
  'users-suggestions': z.object({
    type: z.literal('users-suggestions'),
    migration: textOrNull,
    organization: text,
    people: z.array(
      z.object({
        sourceUsername: text,
        name: text,
        candidates: z.array(
          z.object({ username: text, source: text, confidence: text, also: texts }),
        ),
        obstacle: z.unknown(),
        accepted: textOrNull,
      }),
    ),
    notes: texts,
  }),
  'remotes-written': z.object({
    type: z.literal('remotes-written'),
    repositories: number,
    left: texts.describe('Not migrated'),
    rolledBack: texts,
    files: texts,
    missing: texts.describe('Commit maps on another machine'),
  }),
  'terraform-written': z.object({
    type: z.literal('terraform-written'),
    ...{ migration, resources: number, repositories: number, files: texts },
  }),
  'audit-written': z.object({
    type: z.literal('audit-written'),
    ...{ path: text, migration, lines: number, writes: number },
    outcomeUnknown: z.array(z.unknown()),
    hash: text,
    isRunning: flag,
  }),
  'audit-check': z.object({
    type: z.literal('audit-check'),
    path: text,
    outcome: z.enum(['whole', 'broken']),
    migration: text.exactOptional(),
    lines: number.exactOptional(),
    writes: number.exactOptional(),
    line: number.exactOptional(),
    reason: text.exactOptional(),
    newerInState: numberOrNull,
  }),
  'archive-check': z.object({
    type: z.literal('archive-check'),
    ...{ path: text, outcome: z.enum(['whole', 'broken']), format: text },
    ...{ version: textOrNull, records: facts, repositories: z.array(z.unknown()) },
    ...{ errors: number, warnings: number },
    findings: z.array(facts),
  }),
  'pipelines-converted': z.object({
    type: z.literal('pipelines-converted'),
    files: z.array(
      z.object({
        path: text,
        refusal: z
          .object({ message: text, line: numberOrNull })
          .nullable()
          .describe('Why the file cannot be converted'),
        workflows: z.array(z.object({ path: text, text })),
        findings: z.array(
          z.object({
            grade: z.enum(['exact', 'changed', 'lost']),
            construct: text.describe('Keys and indexes from the outermost inwards'),
            line: number,
            file: text
              .exactOptional()
              .describe('The imported file that the line is in; omitted for the file itself'),
            output: z.object({ path: text, line: number }).nullable(),
            message: text,
            advice: textOrNull,
          }),
        ),
        coverage: z
          .object({
            ...{ constructs: number, exact: number, changed: number, lost: number },
            ...{ steps: number, exactSteps: number, lostSteps: number },
          })
          .nullable(),
        variables: texts.describe('Secrets or variables that the workflows read'),
        runnerLabels: texts,
        checks: z
          .array(z.object({ name: text, passed: flag, failures: texts }))
          .nullable()
          .describe('null without --check'),
      }),
    ),
  }),
  config: z.object({
    type: z.literal('config'),
    file: textOrNull,
    stateFolder: text,
    settings: z.array(z.object({ name: text, value: text, from: text })),
    secrets: z.array(facts),
    telemetry: facts,
    problems: z.array(z.unknown()),
  }),
  license: z.object({
    type: z.literal('license'),
    ...{ tier: text, issuedFor: text, standing: text, holder: text, id: text },
    ...{ issued: time, expires: timeOrNull, daysLeft: z.number().nullable() },
    limits: z.object({ repositories: numberOrNull, workers: number }),
    features: texts,
    countsFor: text,
    key: text,
  }),
  'license-requested': z.object({
    type: z.literal('license-requested'),
    email: text,
    service: text,
  }),
  'license-issued': z.object({
    type: z.literal('license-issued'),
    ...{ key: text, activated: flag, email: text, tier: text },
  }),
  'license-activated': z.object({
    type: z.literal('license-activated'),
    ...{ tier: text, holder: text, expires: textOrNull },
  }),
  completion: z.object({ type: z.literal('completion'), shell: text, script: text }),
  'secrets-scaffolded': z.object({ type: z.literal('secrets-scaffolded'), ...scaffold }),
  'secrets-status': z.object({ type: z.literal('secrets-status'), ...scaffold }),
  'secrets-cleaned-up': z.object({
    type: z.literal('secrets-cleaned-up'),
    repositories: z.array(
      z.object({
        workspace: text,
        repository: text,
        outcome: text,
        failures: z.array(z.unknown()),
      }),
    ),
  }),
  'synced-to-vault': z.looseObject({
    type: z.literal('synced-to-vault'),
    counts: z.record(text, number),
    entries: z.array(
      z.object({
        ...{ path: text, level: text, repository: textOrNull, environment: textOrNull },
        ...{ name: text, state: text, failure: failure.nullable() },
      }),
    ),
  }),
  'synced-from-vault': z.looseObject({
    type: z.literal('synced-from-vault'),
    counts: z.record(text, number),
    places: z.array(facts),
    unusedEntries: texts,
  }),
} as const;
