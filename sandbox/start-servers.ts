import { join } from 'node:path';
import { createBesideServer } from './beside/beside-server.ts';
import { createBitbucketGitServer } from './bitbucket/git-server.ts';
import type { BitbucketHost } from './bitbucket/host.ts';
import type { PipelineRunnerPlace } from './bitbucket/pipelines/pipelines.ts';
import {
  type BitbucketLimits,
  bitbucketLimits,
  createBitbucketRateLimiter,
} from './bitbucket/rest/rate-limit.ts';
import { createBitbucketRestServer } from './bitbucket/rest/rest-server.ts';
import {
  createDataCenterGitServer,
  createDataCenterStorageServer,
} from './bitbucket-data-center/git-server.ts';
import type { DataCenterInstance } from './bitbucket-data-center/instance.ts';
import { createLimiter } from './bitbucket-data-center/rate-limit.ts';
import {
  contextPath,
  createDataCenterRestServer,
  gatewayServer,
} from './bitbucket-data-center/rest-server.ts';
import type { GitTools } from './git/git-tools.ts';
import { writeHooks } from './git/receive-hook.ts';
import { createGithubGitServer } from './github/git/git-server.ts';
import type { GithubHost } from './github/host.ts';
import { createLogServer } from './github/importer/log-server.ts';
import { createUploadsServer } from './github/importer/uploads/uploads-server.ts';
import {
  type GithubLimits,
  type GithubSizes,
  githubLimits,
  githubSizes,
} from './github/rate-limit/limits.ts';
import { createGithubRateLimiter } from './github/rate-limit/rate-limiter.ts';
import { enterprisePrefix, enterpriseServers } from './github/rest/enterprise-servers.ts';
import { type EnterpriseServer, enterpriseServer } from './github/rest/missing-features.ts';
import { createGithubRestServer } from './github/rest/rest-server.ts';
import { createMediaServer } from './lfs/media-server.ts';
import { createSignatures } from './lfs/signatures.ts';
import { type RunningServer, type ServerEnvironment, startServer } from './network/server.ts';
import type { VaultHost } from './vault/host.ts';
import { createVaultRestServer } from './vault/rest-server.ts';

export interface SandboxLimits {
  /** `none`: every limit is off. */
  readonly bitbucket?: Partial<BitbucketLimits> | 'none';
  /**
   * `none`: an Enterprise Server, which has no limits and says so. Its REST interface is then below `/api/v3` of
   * the Git address as well.
   */
  readonly github?: Partial<GithubLimits> | 'none';
  readonly sizes?: Partial<GithubSizes>;
  /** A rule of GitHub's organisation: a push that changes more branches and tags is declined. None if left out. */
  readonly refsPerPush?: number;
  /** Pointers whose LFS objects are missing are taken, as by an Enterprise Server with LFS off; github.com refuses them. */
  readonly acceptsUnknownLfs?: boolean;
}

export interface Parts {
  readonly folder: string;
  readonly limits: SandboxLimits;
  readonly enterprise: Partial<EnterpriseServer>;
  readonly environment: ServerEnvironment;
  readonly tools: GitTools;
  readonly runner: PipelineRunnerPlace;
  readonly bitbucket: BitbucketHost;
  /** Stands in place of Bitbucket Cloud. */
  readonly dataCenter: DataCenterInstance | null;
  readonly github: GithubHost;
  readonly vault: VaultHost;
  readonly now: () => number;
}

export interface Servers {
  readonly bitbucketApi: string;
  readonly bitbucketGit: string;
  readonly githubApi: string;
  readonly githubGit: string;
  /** `null` for an Enterprise Server. */
  readonly githubUploads: string | null;
  readonly vault: string;
  /** Pull requests of both hosts beside each other. */
  readonly pages: string;
  readonly all: readonly RunningServer[];
}

/** All servers, each on a port of its own. */
export async function startServers(parts: Parts): Promise<Servers> {
  const bitbucket =
    parts.dataCenter === null
      ? await startBitbucket(parts)
      : await startDataCenter(parts, parts.dataCenter);
  const github = await startGithub(parts);
  const vault = await startServer(parts.environment, 'vault', () => [
    createVaultRestServer({ host: parts.vault }),
  ]);
  const both = { ...parts, bitbucketUrl: bitbucket.git.url, githubUrl: github.git.url };
  const pages = await startServer(parts.environment, 'pages', (url) => [
    createBesideServer({ ...both, url }),
  ]);
  return {
    bitbucketApi: bitbucket.api.url,
    bitbucketGit: bitbucket.git.url,
    githubApi: github.api.url,
    githubGit: github.git.url,
    githubUploads: github.uploads?.url ?? null,
    vault: vault.url,
    pages: pages.url,
    all: [...new Set([...Object.values(bitbucket), ...Object.values(github), vault, pages])].filter(
      (server) => server !== null,
    ),
  };
}

async function startBitbucket({
  limits: wanted,
  environment,
  tools,
  runner,
  bitbucket: host,
  now,
}: Parts) {
  const limits: BitbucketLimits =
    wanted.bitbucket === 'none'
      ? { repositoriesPerHour: null, anonymousPerHour: null, gitPerHour: null }
      : { ...bitbucketLimits, ...wanted.bitbucket };
  const limiter = createBitbucketRateLimiter({ limits, now });
  const signatures = createSignatures();
  const media = await startServer(environment, 'bitbucket-media', () => [
    createMediaServer({
      host: 'bitbucket-media',
      signatures,
      findStore: (uuid) => host.findRepository(`{${uuid}}`)?.lfs ?? null,
    }),
  ]);
  const git = await startServer(environment, 'bitbucket-git', (webUrl) => [
    createBitbucketGitServer({ host, limiter, tools, webUrl, signatures, mediaUrl: media.url }),
  ]);
  const api = await startServer(environment, 'bitbucket', (apiUrl) => [
    createBitbucketRestServer({ host, limiter, tools, apiUrl, gitUrl: git.url, runner }),
  ]);
  return { media, git, api };
}

/** One origin, as the product has it. */
async function startDataCenter(
  { environment, now }: Parts,
  instance: DataCenterInstance,
): Promise<{ api: RunningServer; git: RunningServer }> {
  const limiter = createLimiter(instance, now);
  const signatures = createSignatures();
  const server = await startServer(environment, 'bitbucket-git', (url) => {
    const baseUrl = `${url}${contextPath}`;
    const options = { instance, limiter, baseUrl, signatures };
    return [
      createDataCenterGitServer(options),
      createDataCenterStorageServer(options),
      createDataCenterRestServer(options),
      gatewayServer,
    ];
  });
  const below = { ...server, url: `${server.url}${contextPath}` };
  return { api: below, git: below };
}

async function startGithub({
  folder,
  limits: wanted,
  enterprise: wantedServer,
  environment,
  tools,
  github: host,
  now,
}: Parts) {
  const limits = wanted.github === 'none' ? null : { ...githubLimits, ...wanted.github };
  const limiter = createGithubRateLimiter({ limits, now });
  const sizes = { ...githubSizes, ...wanted.sizes };
  const signatures = createSignatures();
  const hooksDirectory = join(folder, 'github', 'hooks');
  writeHooks(hooksDirectory);
  const media = await startServer(environment, 'github-media', () => [
    createLogServer(host),
    createMediaServer({
      host: 'github-media',
      signatures,
      findStore: (id) => host.findRepositoryById(Number(id))?.lfs ?? null,
    }),
  ]);
  host.importer.logsUrl = media.url;
  const enterprise = limits === null ? { ...enterpriseServer, ...wantedServer } : null;
  const rest = { host, limiter, tools, now, enterprise };
  const git = await startServer(environment, 'github-git', (webUrl) => {
    const gitServer = createGithubGitServer({
      host,
      limiter,
      tools,
      sizes,
      maxRefsPerPush: wanted.refsPerPush ?? null,
      acceptsUnknownLfs: wanted.acceptsUnknownLfs ?? false,
      signatures,
      webUrl,
      mediaUrl: media.url,
      hooksDirectory,
      now,
    });
    if (limits !== null) return [gitServer];
    const addresses = { apiUrl: `${webUrl}${enterprisePrefix}`, webUrl };
    const restServer = createGithubRestServer({ ...rest, addresses });
    return [...enterpriseServers(restServer), gitServer];
  });
  const api = await startServer(environment, 'github', (apiUrl) => [
    createGithubRestServer({ ...rest, addresses: { apiUrl, webUrl: git.url } }),
  ]);
  const uploads =
    limits === null
      ? null
      : await startServer(environment, 'github-uploads', () => [createUploadsServer(host)]);
  return { media, git, api, uploads };
}
