import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createBitbucketGitFace } from './bitbucket/git-face.ts';
import type { BitbucketHost } from './bitbucket/host.ts';
import {
  type BitbucketLimits,
  bitbucketLimits,
  createBitbucketRateLimiter,
} from './bitbucket/rate-limit.ts';
import { createBitbucketRestFace } from './bitbucket/rest-face.ts';
import type { GitTools } from './git/git-tools.ts';
import { enterpriseFaces, enterprisePrefix } from './github/enterprise-faces.ts';
import { createGithubGitFace } from './github/git-face.ts';
import { writeHooks } from './github/hooks.ts';
import type { GithubHost } from './github/host.ts';
import { type GithubLimits, type GithubSizes, githubLimits, githubSizes } from './github/limits.ts';
import { createGithubRateLimiter } from './github/rate-limiter.ts';
import { createGithubRestFace } from './github/rest-face.ts';
import { createMediaFace } from './lfs/media-face.ts';
import { createSignatures } from './lfs/signatures.ts';
import { type FaceServer, type ServerSurroundings, startServer } from './network/server.ts';

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
  /** Pointers whose LFS objects are missing are taken; GitHub refuses them. */
  readonly acceptsUnknownLfs?: boolean;
}

export interface Parts {
  readonly folder: string;
  readonly limits: SandboxLimits;
  readonly surroundings: ServerSurroundings;
  readonly tools: GitTools;
  readonly bitbucket: BitbucketHost;
  readonly github: GithubHost;
  readonly now: () => number;
}

export interface Servers {
  readonly bitbucketApi: string;
  readonly bitbucketGit: string;
  readonly githubApi: string;
  readonly githubGit: string;
  readonly all: readonly FaceServer[];
}

/** All six faces, each on a port of its own. */
export async function startServers(parts: Parts): Promise<Servers> {
  const bitbucket = await startBitbucket(parts);
  const github = await startGithub(parts);
  return {
    bitbucketApi: bitbucket.api.url,
    bitbucketGit: bitbucket.git.url,
    githubApi: github.api.url,
    githubGit: github.git.url,
    all: [...Object.values(bitbucket), ...Object.values(github)],
  };
}

async function startBitbucket({
  limits: wanted,
  surroundings,
  tools,
  bitbucket: host,
  now,
}: Parts) {
  const limits: BitbucketLimits =
    wanted.bitbucket === 'none'
      ? { repositoriesPerHour: null, anonymousPerHour: null, gitPerHour: null }
      : { ...bitbucketLimits, ...wanted.bitbucket };
  const limiter = createBitbucketRateLimiter({ limits, now });
  const signatures = createSignatures();
  const media = await startServer(surroundings, () => [
    createMediaFace({
      host: 'bitbucket-media',
      signatures,
      findStore: (uuid) => host.findRepository(`{${uuid}}`)?.lfs ?? null,
    }),
  ]);
  const git = await startServer(surroundings, () => [
    createBitbucketGitFace({ host, limiter, tools, signatures, mediaUrl: media.url }),
  ]);
  const api = await startServer(surroundings, (apiUrl) => [
    createBitbucketRestFace({ host, limiter, tools, apiUrl, gitUrl: git.url }),
  ]);
  return { media, git, api };
}

async function startGithub({
  folder,
  limits: wanted,
  surroundings,
  tools,
  github: host,
  now,
}: Parts) {
  const limits = wanted.github === 'none' ? null : { ...githubLimits, ...wanted.github };
  const limiter = createGithubRateLimiter({ limits, now });
  const sizes = { ...githubSizes, ...wanted.sizes };
  const signatures = createSignatures();
  const hooksDirectory = join(folder, 'github', 'hooks');
  const scratchDirectory = join(folder, 'github', 'scratch');
  await writeHooks(hooksDirectory);
  await mkdir(scratchDirectory, { recursive: true });
  const media = await startServer(surroundings, () => [
    createMediaFace({
      host: 'github-media',
      signatures,
      findStore: (id) => host.findRepositoryById(Number(id))?.lfs ?? null,
    }),
  ]);
  const enterpriseVersion = limits === null ? '3.19.1' : null;
  const rest = { host, limiter, tools, now, enterpriseVersion };
  const git = await startServer(surroundings, (webUrl) => {
    const gitFace = createGithubGitFace({
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
      scratchDirectory,
      now,
    });
    if (limits !== null) return [gitFace];
    const addresses = { apiUrl: `${webUrl}${enterprisePrefix}`, webUrl };
    const restFace = createGithubRestFace({ ...rest, addresses });
    return [...enterpriseFaces(restFace), gitFace];
  });
  const api = await startServer(surroundings, (apiUrl) => [
    createGithubRestFace({ ...rest, addresses: { apiUrl, webUrl: git.url } }),
  ]);
  return { media, git, api };
}
