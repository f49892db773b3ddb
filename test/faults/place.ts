import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { unlimitedGithub } from '../../sandbox/github/rate-limit/limits.ts';
import type { SandboxOptions, SourceKind } from '../../sandbox/sandbox.ts';
import { openWorkplace, type Workplace } from '../helpers/program/workplace.ts';
import { addPullRequests } from '../helpers/repositories/migration-fixture.ts';
import { seemLarge } from '../helpers/repositories/seem-large.ts';
import { addPeople, withSettings } from '../helpers/settings/settings-place.ts';
import { honest } from '../sandbox/github/importer/import-changed.ts';
import { takeCensus } from './census/census.ts';
import { censusOfImports } from './census/census-imports.ts';
import type { Finding } from './census/finding.ts';
import { draw, pick } from './chance/random.ts';
import { addOthersRepository } from './others.ts';

/** Describes what varies from migration to migration, by the seed alone. */
export interface Setting {
  /** The source: the workspace of the demo, or one repository with pull requests of every kind. */
  readonly workspace: 'sample' | 'small';
  /** Bitbucket Cloud if left out. */
  readonly source?: SourceKind;
  /** As what GitHub answers. */
  readonly edition: 'github.com' | 'Enterprise Server';
  /** `imported`: by archives and the target's importer. */
  readonly comments: 'threaded' | 'compact' | 'folded' | 'imported';
  readonly mergesByPush: 'any-branch' | 'default-branch';
  /** Sizes that the source reports: large repositories go on to the target while they are fetched. */
  readonly sizes: 'small' | 'large';
}

export function settingOf(options: {
  seed: string;
  workspace: Setting['workspace'];
  rate: number;
  imports: boolean;
}): Setting {
  const { seed, workspace, rate, imports } = options;
  const of = (what: string) => draw(seed, 'setting', what);
  // Only an Enterprise Server takes more than a merge by request a minute, and no longer once it speaks of limits.
  const edition = imports
    ? 'github.com'
    : pick(['github.com', 'Enterprise Server', 'Enterprise Server'] as const, of('edition'));
  const modes = ['threaded', 'threaded', 'threaded', 'compact', 'folded'] as const;
  return {
    ...(imports && {
      source: pick(['bitbucket-cloud', 'bitbucket-data-center'] as const, of('source')),
    }),
    workspace,
    edition,
    comments: imports ? 'imported' : pick(modes, of('comments')),
    mergesByPush:
      edition === 'github.com' || rate > 0
        ? 'any-branch'
        : pick(['any-branch', 'default-branch'], of('merges')),
    sizes: pick(['small', 'large'], of('sizes')),
  };
}

const readScopes = ['account', 'repository', 'project', 'pullrequest', 'pipeline'];
/** To read and set restrictions, and to push the branch that has to be refused. */
const cutoverScopes = ['repository:write', 'repository:admin', 'project:admin', 'webhook'];

export interface FaultPlace extends Workplace {
  /** Compares both hosts. */
  takeCensus(): Finding[];
  /** For the program: addresses, and a temporary folder of its own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Both hosts, whose lists show new things later than their answers, and a folder to run the program in. */
export async function openFaultPlace(setting: Setting): Promise<FaultPlace> {
  const isServer = setting.edition === 'Enterprise Server';
  const isImported = setting.comments === 'imported';
  const options: Partial<SandboxOptions> = {
    workspace: setting.workspace === 'sample' ? 'sample' : 'empty',
    ...(setting.source === undefined ? {} : { source: setting.source }),
    // A thousand an hour, which is what most credentials get, would be used up by reading everything again so often.
    limits: {
      bitbucket: { repositoriesPerHour: 10_000 },
      ...(isServer ? { github: 'none' } : {}),
      // Most requests of an import are looks at it: other runs are held to the limits.
      ...(isImported ? { github: unlimitedGithub } : {}),
    },
    githubRules: {
      mergesByPush: setting.mergesByPush,
      visibleAfterMs: 150,
      branchesVisibleAfterMs: 100,
    },
  };
  const place = await openWorkplace(options);
  Object.assign(place.sandbox.github.importer.rules, honest);
  if (setting.workspace === 'small') {
    await addPullRequests(place, 'web');
    addPeople(place);
    const plan = withSettings(place.plan('web'));
    place.write('plan.json', isImported ? { ...plan, engine: 'archive' } : plan);
  }
  const { bitbucket } = place.sandbox;
  if (setting.sizes === 'large')
    for (const { slug } of bitbucket.repositories) seemLarge(bitbucket.gitDirectory(slug));
  addOthersRepository(place);
  const temporary = join(place.folder, 'tmp');
  mkdirSync(temporary);
  const comments = isImported ? 'threaded' : setting.comments;
  place.write('migrator.yaml', `pull_requests:\n  comments: ${comments}\n`);
  const { DST_GIT_URL } = place.sandbox.environment;
  const server = {
    DST_ENTERPRISE_URL: DST_GIT_URL,
    DST_API_URL: undefined,
    DST_GIT_URL: undefined,
  };
  const scopes = setting.source === undefined ? readScopes : [...readScopes, ...cutoverScopes];
  // Only to these Cloud says how many requests they have.
  const token = place.sandbox.dataCenter === null && {
    SRC_USERNAME: undefined,
    SRC_API_TOKEN: undefined,
    SRC_ACCESS_TOKEN: place.sandbox.bitbucket.credentials.addAccessToken({ scopes }),
  };
  const census = () => (isImported ? censusOfImports(place) : takeCensus(place));
  return {
    ...place,
    takeCensus: census,
    environment: { TMPDIR: temporary, ...token, ...(isServer ? server : {}) },
  };
}
