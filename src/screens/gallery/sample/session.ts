import { targetNaming } from '../../../core/app/target-naming.ts';
import { toInventory } from '../../../core/discovery/discover.ts';
import type { Finding } from '../../../core/doctor/findings/finding.ts';
import { noFacts, type PullRequestFacts } from '../../../core/forecast/facts.ts';
import { MigratorError, toFailure } from '../../../core/kernel/errors.ts';
import {
  missingSourceScopes,
  missingTargetScopes,
  usedScopes,
} from '../../../core/ports/credentials/scope-needs.ts';
import { settingsAhead } from '../../../core/report/lines/settings-lines.ts';
import { parseUserMap } from '../../../core/users/parse-user-map.ts';
import { dryRunResult } from '../../../core/verbs/migrate/dry-run/dry-run-result.ts';
import type { DryRun } from '../../../core/verbs/migrate/dry-run-plan.ts';
import type { WizardSession } from '../../../core/wizard/session/session.ts';
import { company, listed, organization, type SampleRepository, workspace } from './company.ts';

const account = { id: '1', username: 'robin-keller', displayName: 'Robin Keller' };
const repositories = company.map(listed);

/** Findings of `doctor` on a machine with one thing to mend. */
const findings: readonly Finding[] = [
  { check: 'node', status: 'pass', message: 'Node 24.21.0', remedy: null, code: null },
  {
    ...{
      check: 'git',
      status: 'warn',
      message: 'git 2.39.5 predates the fixes for CVE-2025-48384',
    },
    remedy: 'Update git, unless your distribution backported the fixes.',
    code: null,
  },
  { check: 'git-lfs', status: 'pass', message: 'git-lfs 3.3.0', remedy: null, code: null },
];

/** Hosts and a disk that answer from memory, as a company of fourteen repositories. */
export function sampleSession(answers: Partial<WizardSession> = {}): WizardSession {
  return {
    environment: {},
    config: async () => ({}),
    setCredentials() {},
    hasGh: async () => true,
    ghToken: async () => 'gho_example',
    migrations: async () => [],
    targetsOf: async () => ({
      repositories: 14,
      created: 14,
      rolledBack: 0,
      unlocking: 0,
      locked: 0,
      opening: 0,
      opened: 0,
    }),
    findDue: async () => ({ host: false, importer: false }),
    calibrate: async () => {},
    async diagnose({ onFinding }) {
      for (const finding of findings) onFinding(finding);
      return findings;
    },
    verifySource: async () => ({
      account: { ...account, scopes: usedScopes(missingSourceScopes('api-token', [])) },
      hostname: 'api.bitbucket.org',
      missing: [],
      needed: usedScopes(missingSourceScopes('api-token', [])),
      workspaces: [workspace],
    }),
    verifyTarget: async () => ({
      account: { ...account, scopes: ['repo', 'workflow', 'admin:org'] },
      hostname: 'api.github.com',
      missing: [],
      needed: usedScopes(missingTargetScopes([])),
      isLimited: true,
      owners: [
        { login: organization, kind: 'organization', role: 'admin' },
        { login: account.username, kind: 'user', role: 'admin' },
      ],
    }),
    findOwner: async ({ name }) => ({ id: '2', login: name, kind: 'organization' }),
    discover: async () => ({
      inventory: toInventory({
        ...{ kind: 'bitbucket-cloud', workspace, discoveredAt: 0, repositories },
      }),
      ...{ repositories, unparsed: [] },
    }),
    planLimit: async () => ({ name: 'Ultimate', repositories: null, workers: 32, problem: null }),
    deepScanCost: async ({ repositories: { length } }) => ({
      ...{ pullRequests: null, requests: 2 * length, accuracy: 'at-least' },
    }),
    async deepScan() {
      throw new MigratorError('unavailable', 'api.bitbucket.org does not answer');
    },
    settingsCost: async ({ repositories: { length } }) => 10 * length,
    readSettings: async () => ({
      ...{ facts: new Map(), groups: [], failed: [], isRefused: false, notes: [] },
    }),
    readPipelines: async () => ({ facts: new Map(), failed: [] }),
    findLargeFiles: async () => ({ facts: new Map(), failed: [] }),
    readUserMap: async (path) => parseUserMap('source_username,target_username\n', path),
    checkUserMap: async () => ({
      ...{ rows: 2, mapped: 1, unknown: [], unmatched: [], unused: '', seen: 0 },
    }),
    suggestUsers: async () => ({ rows: [], notes: [], members: [] }),
    dryRun: async ({ plan }) => dryRunOf(plan, []),
    freePath: async (name, ending) => `${name}${ending}`,
    async write() {},
    environmentInUse: () => ({}),
    resolveTargetNames: targetNaming.resolveRepositoryNames,
    async [Symbol.asyncDispose]() {},
    ...answers,
  };
}

type Plan = Parameters<WizardSession['dryRun']>[0]['plan'];

/** A dry run of a plan that found these problems. */
export function dryRunOf(plan: Plan, problems: readonly MigratorError[]): DryRun {
  const settings = settingsAhead(plan);
  const result = dryRunResult({
    plan,
    ...(settings === null ? {} : { settings }),
    preflight: {
      account: { ...account, scopes: null },
      owner: { id: '1', login: plan.target.organization, kind: 'organization' },
      sources: new Map(repositories.map((one) => [one.slug, one])),
      ...{ existing: new Map(), replaced: new Map(), problems, accepted: [] },
    },
    pending: new Set(plan.repositories.map(({ source }) => source)),
    forecast: company.map((one) => ({ source: one.slug, facts: factsOf(one) })),
  });
  return { result, problems: problems.map(toFailure), replaced: [] };
}

/** The pull requests of a repository, as a deep scan counts them. */
function factsOf({ pullRequests: total, comments }: SampleRepository): PullRequestFacts {
  return {
    ...noFacts,
    ...{ total, comments, withComments: Math.ceil(total / 2) },
    states: {
      open: Math.ceil(total / 3),
      merged: total - Math.ceil(total / 3),
      declined: 0,
      superseded: 0,
    },
    conversations: { reviews: 0, fileThreads: comments, replies: 0, general: 0 },
  };
}
