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
        .describe(
          'Bitbucket REST API. Overridden by SRC_API_URL. Default https://api.bitbucket.org',
        ),
      git_url: address
        .optional()
        .describe('Bitbucket Git. Overridden by SRC_GIT_URL. Default https://bitbucket.org'),
      data_center_url: address
        .optional()
        .describe(
          'Bitbucket Data Center with its context path; needs SRC_TOKEN. Overridden by SRC_DATA_CENTER_URL. Default none.',
        ),
    })
    .optional(),
  target: z
    .strictObject({
      api_url: address
        .optional()
        .describe('GitHub REST API. Overridden by DST_API_URL. Default https://api.github.com'),
      git_url: address
        .optional()
        .describe('GitHub Git. Overridden by DST_GIT_URL. Default https://github.com'),
      enterprise_url: address
        .optional()
        .describe(
          'GitHub Enterprise Server or *.ghe.com, instead of the two above. Overridden by DST_ENTERPRISE_URL. Default none.',
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
          'Seconds to wait before checking what a request created when its response was lost. Values below 15 apply only to loopback hosts. Default 15, for loopback hosts 1.',
        ),
      write_interval: z
        .number()
        .min(0)
        .max(60)
        .optional()
        .describe(
          'Seconds between two writes to GitHub, across all processes. Overridden by DST_WRITE_INTERVAL. Default 1; 0 for Enterprise Server and loopback hosts.',
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
          'PostgreSQL database for the state, instead of the state folder. Overridden by MIGRATOR_DATABASE_URL. Default none.',
        ),
    })
    .optional(),
  license: z
    .strictObject({
      service_url: address
        .optional()
        .describe(
          'License service of `license register`. Overridden by MIGRATOR_LICENSE_SERVICE_URL. Default none: migrator issues Free keys itself.',
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
        .describe('Rate-limit waits shorter than this many seconds send no notice. Default 900.'),
    })
    .optional(),
  telemetry: z
    .strictObject({
      endpoint: address
        .optional()
        .describe(
          'URL for anonymous telemetry (docs/telemetry.md). Overridden by MIGRATOR_TELEMETRY_URL. Default none: nothing is sent.',
        ),
      enabled: z
        .boolean()
        .optional()
        .describe(
          'Whether to send telemetry to the endpoint. DO_NOT_TRACK or MIGRATOR_TELEMETRY=0 turns it off. Default true.',
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
