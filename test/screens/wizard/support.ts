import { targetNaming } from '../../../src/core/app/target-naming.ts';
import { type Discovered, toInventory } from '../../../src/core/discovery/discover.ts';
import { MigratorError } from '../../../src/core/kernel/errors.ts';
import {
  missingSourceScopes,
  missingTargetScopes,
  usedScopes,
} from '../../../src/core/ports/credentials/scope-needs.ts';
import type { SourceRepository } from '../../../src/core/ports/records/repository.ts';
import { settingsAhead } from '../../../src/core/report/lines/settings-lines.ts';
import { parseUserMap } from '../../../src/core/users/parse-user-map.ts';
import { dryRunResult } from '../../../src/core/verbs/migrate/dry-run/dry-run-result.ts';
import type { DryRun } from '../../../src/core/verbs/migrate/dry-run-plan.ts';
import type { WizardSession } from '../../../src/core/wizard/session/session.ts';
import { type Line, plainText } from '../../../src/ui/text/line.ts';

export const texts = (lines: readonly Line[]) => lines.map(plainText);

export function repository(slug: string, more: Partial<SourceRepository> = {}): SourceRepository {
  return {
    id: `{${slug}}`,
    slug,
    name: slug,
    description: '',
    visibility: 'private',
    defaultBranch: 'main',
    sizeBytes: 1000,
    project: null,
    forkOf: null,
    language: null,
    archived: false,
    topics: [],
    createdAt: '2020-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    webUrl: `https://bitbucket.org/acme/${slug}`,
    ...more,
  };
}

export function discovered(repositories: readonly SourceRepository[]): Discovered {
  const inventory = toInventory({
    kind: 'bitbucket-cloud',
    workspace: 'acme',
    discoveredAt: 0,
    repositories,
  });
  return { inventory, repositories, unparsed: [] };
}

/** A thousandfold workspace. */
export function manyRepositories(count: number): readonly SourceRepository[] {
  return Array.from({ length: count }, (_, at) =>
    repository(`team-${at % 40}-service-${at}`, { sizeBytes: (at * 7919) % 100_000_000 }),
  );
}

export interface FakeSession extends WizardSession {
  readonly written: Map<string, string>;
  /** Changes what the next calls answer. */
  answers: Partial<WizardSession>;
}

const account = { id: '1', username: 'jane', displayName: 'Jane Doe' };

/** Both hosts and the disk, in memory. */
export function fakeSession(
  repositories: readonly SourceRepository[] = ['api', 'web', 'web-shop'].map((slug) =>
    repository(slug),
  ),
): FakeSession {
  const written = new Map<string, string>();
  const found = discovered(repositories);
  const session: WizardSession = {
    environment: {},
    config: async () => ({}),
    setCredentials() {},
    hasGh: async () => false,
    ghToken: async () => 'gho_of-gh',
    migrations: async () => [],
    targetsOf: async () => ({
      repositories: 6,
      created: 6,
      rolledBack: 0,
      unlocking: 0,
      locked: 0,
      opening: 0,
      opened: 0,
    }),
    findDue: async () => ({ host: false, importer: false }),
    calibrate: async () => {},
    async diagnose({ onFinding }) {
      const finding = {
        check: 'git',
        status: 'warn',
        message: 'git 2.39.5 is old',
        remedy: 'Update git.',
        code: null,
      } as const;
      onFinding(finding);
      return [finding];
    },
    verifySource: async () => ({
      account: { ...account, scopes: ['read:user:bitbucket'] },
      hostname: 'api.bitbucket.org',
      missing: [],
      needed: usedScopes(missingSourceScopes('api-token', [])),
      workspaces: ['acme', 'other'],
    }),
    verifyTarget: async () => ({
      account: { ...account, scopes: ['repo'] },
      hostname: 'api.github.com',
      missing: [],
      needed: usedScopes(missingTargetScopes([])),
      isLimited: true,
      owners: [
        { login: 'acme-gh', kind: 'organization', role: 'admin' },
        { login: 'jane', kind: 'user', role: 'admin' },
      ],
    }),
    findOwner: async ({ name }) => ({ id: '2', login: name, kind: 'organization' }),
    discover: async () => found,
    planLimit: async () => ({ name: 'Ultimate', repositories: null, workers: 32, problem: null }),
    deepScanCost: async ({ repositories: { length } }) => ({
      pullRequests: null,
      requests: 2 * length,
      accuracy: 'at-least',
    }),
    async deepScan() {
      throw new MigratorError('unavailable', 'nobody is there');
    },
    settingsCost: async ({ repositories: { length } }) => 10 * length,
    readSettings: async () => ({
      facts: new Map(),
      groups: [],
      failed: [],
      isRefused: false,
      notes: [],
    }),
    readPipelines: async () => ({ facts: new Map(), failed: [] }),
    findLargeFiles: async () => ({ facts: new Map(), failed: [] }),
    readUserMap: async (path) => parseUserMap('source_username,target_username\n', path),
    checkUserMap: async () => ({
      rows: 2,
      mapped: 1,
      unknown: [],
      unmatched: [],
      unused: '',
      seen: 0,
    }),
    suggestUsers: async () => ({ rows: [], notes: [], members: [] }),
    async dryRun({ plan }): Promise<DryRun> {
      const settings = settingsAhead(plan);
      return {
        result: dryRunResult({
          plan,
          ...(settings === null ? {} : { settings }),
          preflight: {
            account: { ...account, scopes: null },
            owner: { id: '1', login: plan.target.organization, kind: 'organization' },
            sources: new Map(repositories.map((one) => [one.slug, one])),
            existing: new Map(),
            replaced: new Map(),
            problems: [],
            accepted: [],
          },
          pending: new Set(plan.repositories.map(({ source }) => source)),
        }),
        problems: [],
        replaced: [],
      };
    },
    freePath: async (name, ending) => `${name}${ending}`,
    async write(path, text) {
      written.set(path, text);
    },
    environmentInUse: () => ({}),
    resolveTargetNames: targetNaming.resolveRepositoryNames,
    async [Symbol.asyncDispose]() {},
  };
  const fake: FakeSession = { ...session, written, answers: {} };
  return new Proxy(fake, {
    get: (target, name) => Reflect.get(target.answers, name) ?? Reflect.get(target, name),
  });
}
