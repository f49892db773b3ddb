import * as z from 'zod';
import { fileShape } from '../options/schemas.ts';
import { runOptions } from '../options/table.ts';
import { pullRequestOptionsSchema } from '../plan/plan-schema.ts';

const address = z
  .url({ protocol: /^https?$/, error: 'must be a URL that starts with https://' })
  .describe('A URL without a path; http is accepted only for loopback hosts.');

const seconds = z.number().positive().max(86_400);

/** migrator.yaml. Every key is optional; the defaults stand in docs/configuration.md and in src/core/options/. */
export const configSchema = z.strictObject({
  source: z
    .strictObject({
      api_url: address
        .optional()
        .describe('Bitbucket REST API. SRC_API_URL wins. Default https://api.bitbucket.org'),
      git_url: address
        .optional()
        .describe('Bitbucket Git. SRC_GIT_URL wins. Default https://bitbucket.org'),
      data_center_url: address
        .optional()
        .describe(
          'Bitbucket Data Center with its context path; needs SRC_TOKEN. SRC_DATA_CENTER_URL wins. Default none.',
        ),
    })
    .optional(),
  target: z
    .strictObject({
      api_url: address
        .optional()
        .describe('GitHub REST API. DST_API_URL wins. Default https://api.github.com'),
      git_url: address
        .optional()
        .describe('GitHub Git. DST_GIT_URL wins. Default https://github.com'),
      enterprise_url: address
        .optional()
        .describe(
          'GitHub Enterprise Server or *.ghe.com, instead of the two above. DST_ENTERPRISE_URL wins. Default none.',
        ),
    })
    .optional(),
  migration: z.strictObject(fileShape(runOptions, 'config')).optional(),
  pull_requests: pullRequestOptionsSchema.optional(),
  vault: z
    .strictObject({
      mount: z
        .string()
        .min(1)
        .max(512)
        .optional()
        .describe("Mount path of the vault's key-value engine (version 2). Default secret."),
      token_role: z
        .string()
        .regex(/^[A-Za-z0-9_.-]{1,128}$/, { error: 'must be the name of a token role' })
        .optional()
        .describe(
          'Token role that creates short-lived tokens for pipelines, instead of a policy for each. Default none.',
        ),
    })
    .optional(),
  network: z
    .strictObject({
      connect_timeout: seconds.optional().describe('Connection timeout in seconds. Default 10.'),
      read_timeout: seconds
        .optional()
        .describe('Seconds without a byte before a request times out. Default 60.'),
      outage_seconds: z
        .number()
        .min(0)
        .max(86_400)
        .optional()
        .describe(
          'Seconds without any response from a host before the run ends and can be resumed. Default 900.',
        ),
      settle_seconds: z
        .number()
        .min(0)
        .max(600)
        .optional()
        .describe(
          'Seconds to wait before looking for what a request with a lost response may have created. Values below 15 apply only to loopback hosts. Default 15, for loopback hosts 1.',
        ),
      write_interval: z
        .number()
        .min(0)
        .max(60)
        .optional()
        .describe(
          'Seconds between two writes to the target, across all processes. DST_WRITE_INTERVAL wins. Default 1; 0 for Enterprise Server and loopback hosts.',
        ),
    })
    .optional(),
  state: z
    .strictObject({
      url: z
        .string()
        .regex(/^(?!postgres(?:ql)?:\/\/[^/?#]*:[^/?#]*@)postgres(?:ql)?:\/\//, {
          error:
            'must be postgresql://user@host/database, without a password: that belongs in PGPASSWORD or a .pgpass file',
        })
        .optional()
        .describe(
          'PostgreSQL database for the state, instead of the state folder. MIGRATOR_DATABASE_URL wins. Default none.',
        ),
    })
    .optional(),
  license: z
    .strictObject({
      service_url: address
        .optional()
        .describe(
          'License service of `license register`. MIGRATOR_LICENSE_SERVICE_URL wins. Default none: migrator issues Free keys itself.',
        ),
    })
    .optional(),
  notify: z
    .strictObject({
      webhook: z
        .url({ protocol: /^https?$/, error: 'must be a URL that starts with https://' })
        .optional()
        .describe(
          'Address that gets a JSON notice when a run ends, fails or waits. MIGRATOR_NOTIFY_WEBHOOK wins. Default none.',
        ),
      budget_seconds: seconds
        .optional()
        .describe('Waits for a rate limit that are shorter send no notice. Default 900.'),
    })
    .optional(),
  telemetry: z
    .strictObject({
      endpoint: address
        .optional()
        .describe(
          'URL for anonymous telemetry (docs/telemetry.md). MIGRATOR_TELEMETRY_URL wins. Default none: nothing is sent.',
        ),
      enabled: z
        .boolean()
        .optional()
        .describe(
          'Whether to send telemetry to the endpoint. DO_NOT_TRACK and MIGRATOR_TELEMETRY=0 win. Default true.',
        ),
    })
    .optional(),
});

export type Config = z.infer<typeof configSchema>;

/** The same as it is read from a file: a group whose keys are all comments is `null` in YAML, and empty for people. */
export const configFileSchema = z.preprocess(withoutEmptyGroups, configSchema);

function withoutEmptyGroups(file: unknown): unknown {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return file;
  const isEmptyGroup = ([key, value]: [string, unknown]) =>
    value === null && key in configSchema.shape;
  return Object.fromEntries(Object.entries(file).filter((entry) => !isEmptyGroup(entry)));
}
