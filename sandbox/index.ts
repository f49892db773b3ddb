import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { usersEnvironment } from './environment.ts';
import type { LoadArchive } from './github/importer/archive.ts';
import { unlimitedGithub } from './github/rate-limit/limits.ts';
import type { ReceivedMail } from './license/receive-mail.ts';
import type { SandboxLicensing } from './license/sandbox-issuer.ts';
import type { People, PeopleAction } from './people/people.ts';
import { type PrivateServer, startPrivateServer } from './postgresql/private-server.ts';
import type { TargetKind } from './proxy/host-names.ts';
import { sampleUserMap } from './sample/target-people.ts';
import { trialOf } from './sample/trial/add-trial-workspace.ts';
import { type SandboxOptions, type SourceKind, startSandbox } from './sandbox.ts';

/**
 * Starts the embedded hosts for the program, which knows of them what is returned here and no more. The sandbox imports
 * nothing of the program: what it needs is handed in as `licensing` and `loadArchive`.
 */
export async function startHosts(options: {
  folder: string;
  source: SourceKind;
  target: TargetKind;
  /** A server of ghe.com has its name behind a proxy alone. */
  proxy?: 'intercepting' | 'plain' | undefined;
  path: string;
  /** False: a github.com without its limits. Behind a proxy, and of other editions, limits are as ever. */
  isLimited: boolean;
  hasLfs: boolean;
  /** Repositories of the user are added: others on this machine must not read their pages. */
  hasPrivate?: boolean;
  licensing: SandboxLicensing;
  loadArchive: LoadArchive;
  /** Left out: with the sample company. */
  workspace?: SandboxOptions['workspace'];
}) {
  const { folder, source, target, path, hasLfs, licensing, workspace = 'sample' } = options;
  const { proxy = target === 'ghe.com' ? 'intercepting' : undefined } = options;
  const isUnlimited = !options.isLimited && target === 'github.com' && proxy === undefined;
  const sandbox = await startSandbox({
    folder,
    source,
    target,
    licensing,
    loadArchive: options.loadArchive,
    workspace,
    ...(isUnlimited ? { limits: { github: unlimitedGithub } } : {}),
    gitEnvironmentPath: path,
    // GitHub would refuse its pointers.
    sampleHasLfs: hasLfs,
    ...(options.hasPrivate === true && { pagesKey: randomBytes(16).toString('hex') }),
    gateway:
      proxy === undefined
        ? undefined
        : { intercepts: proxy === 'intercepting', needsPassword: true },
  });
  const { bitbucket } = sandbox;
  const startedAt = Date.now();
  let people: People | null = null;
  let database: PrivateServer | null = null;
  return {
    environment: { ...usersEnvironment(sandbox), ...(isUnlimited ? { DST_LIMITS: 'none' } : {}) },
    source,
    workspace: sandbox.workspace,
    organization: sandbox.organization,
    isBehindProxy: sandbox.gateway !== null,
    telemetryUrl: sandbox.telemetry.url,
    userMap: sampleUserMap(bitbucket),
    // Behind a proxy no browser finds them.
    pagesUrl: sandbox.gateway === null ? sandbox.pagesUrl : null,
    pullRequestPages: async () =>
      sandbox.gateway === null ? sandbox.pullRequestPages() : new Map<string, string>(),
    trial: trialOf(bitbucket),
    async addRepository(from: string) {
      const slug = slugOf(from);
      const isTaken = bitbucket.findRepository(slug) !== null;
      if (!isTaken) await bitbucket.addRepository({ slug, from });
      return { slug, isTaken };
    },
    onMail(listener: (mail: ReceivedMail) => void) {
      sandbox.license.onMail = listener;
    },
    letPeopleWork({ pauseMilliseconds, onAction }: WorkOptions) {
      people = sandbox.people({ seed: String(startedAt), onAction });
      people.start(pauseMilliseconds);
    },
    async startDatabase() {
      database ??= await startPrivateServer(path);
      return database?.url ?? null;
    },
    async close() {
      await people?.stop();
      await database?.close();
      await sandbox.close();
    },
  };
}

interface WorkOptions {
  readonly pauseMilliseconds: number;
  readonly onAction: (action: PeopleAction) => void;
}

/** As Bitbucket makes a slug of a name. */
function slugOf(path: string): string {
  const name = basename(path).replace(/\.git$/, '');
  return name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-') || 'repository';
}
