import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BitbucketHost, createBitbucketHost } from './bitbucket/host.ts';
import { pathWithCurl } from './bitbucket/pipelines/curl-stand-in.ts';
import { createDataCenter, type DataCenterInstance } from './bitbucket-data-center/instance.ts';
import { environmentOf, type SandboxEnvironment } from './environment.ts';
import { findGitTools, type GitTools } from './git/git-tools.ts';
import { createGithubHost, type GithubHost } from './github/host.ts';
import type { LoadArchive } from './github/importer/archive.ts';
import type { EnterpriseServer } from './github/rest/missing-features.ts';
import type { GithubRules } from './github/tracker/rules.ts';
import { createLicenseHost, type LicenseHost } from './license/license-host.ts';
import type { SandboxLicensing } from './license/sandbox-issuer.ts';
import { pagesKeyName } from './network/exchange.ts';
import { createFaultBook, type Faults } from './network/faults.ts';
import { createRequestLog, type RecordedRequest } from './network/request-log.ts';
import { loopbackPlace, startServer } from './network/server.ts';
import { createPeople, type People, type PeopleOptions } from './people/people.ts';
import { placeOnCloud, placeOnDataCenter } from './people/place.ts';
import { type Gateway, type GatewayOptions, openGateway } from './proxy/gateway.ts';
import { hostNames, type TargetKind } from './proxy/host-names.ts';
import { addDataCenterSample } from './sample/add-data-center-sample.ts';
import { addSampleWorkspace } from './sample/add-sample-workspace.ts';
import type { HistoryStore } from './sample/history/history-store.ts';
import { addTargetPeople } from './sample/target-people.ts';
import { addTrialWorkspace } from './sample/trial/add-trial-workspace.ts';
import { type SandboxLimits, type Servers, startServers } from './start-servers.ts';
import { createTelemetrySink, type TelemetrySink } from './telemetry/telemetry-sink.ts';
import { createVaultHost, type VaultHost } from './vault/host.ts';

export type SourceKind = 'bitbucket-cloud' | 'bitbucket-data-center';

export interface SandboxOptions {
  /** Where the bare repositories and LFS objects live. Made if it is not there; never removed. */
  readonly folder: string;
  /** `sample` if left out. `trial`: one repository of that description, for trials of an importer. */
  readonly workspace?: 'sample' | 'empty' | { readonly trial: string };
  /** False: the sample's pictures are ordinary files. True if left out. */
  readonly sampleHasLfs?: boolean;
  /** Keeps the sample's histories for other sandboxes; without it they are made again. */
  readonly histories?: HistoryStore;
  /** Bitbucket Cloud if left out. */
  readonly source?: SourceKind;
  /** Issues the keys of the sandbox and of its registration service. */
  readonly licensing: SandboxLicensing;
  /** Reads archives for the importer as strictly as the program checks them; without it the importer is down. */
  readonly loadArchive?: LoadArchive;
  /** The PATH that git is found on. */
  readonly gitEnvironmentPath: string;
  /** The hosts' own documented limits where nothing is given. */
  readonly limits?: SandboxLimits;
  /** Added to every request. */
  readonly latencyMs?: number;
  /** Scripts of pipelines get our stand-in for curl also where this machine has one. */
  readonly ownCurl?: boolean;
  /** Only browsers that have opened an address with it see pages; everybody on this machine if left out. */
  readonly pagesKey?: string;
  /** How GitHub behaves; may be changed later in `github.rules`. */
  readonly githubRules?: Partial<GithubRules>;
  /** `github.com` if left out. `ghe.com` has its name behind a gateway alone. */
  readonly target?: TargetKind | undefined;
  /** Of an Enterprise Server. */
  readonly enterprise?: Partial<EnterpriseServer>;
  /** All hosts lie behind a proxy, have names that it alone resolves, and speak TLS. */
  readonly gateway?: GatewayOptions | undefined;
  /** Milliseconds since 1970, for the windows of the limits and GitHub's dates; the system's clock if left out. */
  readonly now?: () => number;
}

export interface Sandbox extends AsyncDisposable {
  /** Addresses and credentials as the program reads them. */
  readonly environment: SandboxEnvironment;
  readonly source: SourceKind;
  /** Value for `--workspace`: of a Data Center the key of a project. */
  readonly workspace: string;
  readonly organization: string;
  readonly bitbucket: BitbucketHost;
  /** `null` where Bitbucket Cloud is the source. */
  readonly dataCenter: DataCenterInstance | null;
  readonly github: GithubHost;
  /** People who work on the source, once they are told to. */
  people(options: PeopleOptions): People;
  readonly license: LicenseHost;
  /** Not in the environment: telemetry is off until somebody asks for it. */
  readonly telemetry: TelemetrySink & { readonly url: string };
  readonly vault: VaultHost;
  /** Where pull requests of both hosts are shown beside each other. */
  readonly pagesUrl: string;
  /** Addresses there, by the slug of the source: of each repository the migrated one that shows most, and the richest first. */
  pullRequestPages(): Promise<ReadonlyMap<string, string>>;
  readonly faults: Faults;
  readonly gateway: Gateway | null;
  /** The newest 20,000, in the order in which their answers were ready. */
  readonly requests: readonly RecordedRequest[];
  /** Ends connections and the git processes behind them. */
  close(): Promise<void>;
}

function limitsOf({ limits = {}, target }: SandboxOptions): SandboxLimits {
  return target === 'enterprise-server' ? { github: 'none', ...limits } : limits;
}

const organization = 'acme';

/** Starts Bitbucket (Cloud, or a Data Center), GitHub and a vault on the loopback interface, in this process. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { folder, licensing, target = 'github.com' } = options;
  const now = options.now ?? Date.now;
  await mkdir(folder, { recursive: true });
  const tools = await findGitTools({ folder, path: options.gitEnvironmentPath });
  const hosts = await createHosts({ ...options, tools, now });
  const { bitbucket, dataCenter, github } = hosts;
  const faults = createFaultBook();
  const log = createRequestLog();
  const gateway = options.gateway === undefined ? null : await openGateway(options.gateway);
  const names = hostNames(target);
  const environment = {
    faults,
    log,
    latencyMs: options.latencyMs ?? 0,
    pagesKey: options.pagesKey ?? null,
    placeOf: (host: keyof typeof names) => gateway?.place(names[host]) ?? loopbackPlace,
  };
  const license = createLicenseHost({ licensing, now });
  const telemetry = createTelemetrySink();
  const licenseServer = await startServer(environment, 'license', () => [license.hostServer]);
  const telemetryServer = await startServer(environment, 'telemetry', () => [telemetry.hostServer]);
  const servers = await startServers({
    folder,
    limits: limitsOf(options),
    enterprise: options.enterprise ?? {},
    environment,
    tools,
    runner: { ...(await pipelinePlace(options)), now },
    ...hosts,
    now,
  });
  async function close(): Promise<void> {
    await gateway?.close();
    const runs = bitbucket.pipelines.runs();
    for (const run of runs) run.stop();
    await Promise.all(runs.map(({ ended }) => ended));
    const all = [...servers.all, licenseServer, telemetryServer];
    await Promise.all(all.map((server) => server.close()));
    await license.close();
    await github.jobs.close();
  }
  return {
    environment: await environmentOf({
      ...{ folder, target, licensing, servers, hosts, gateway },
      licenseUrl: licenseServer.url,
    }),
    source: options.source ?? 'bitbucket-cloud',
    organization,
    workspace: dataCenter?.project.key ?? bitbucket.workspace.slug,
    ...hosts,
    people: (wanted) =>
      createPeople(
        dataCenter === null ? placeOnCloud(bitbucket, tools) : placeOnDataCenter(dataCenter),
        wanted,
      ),
    license,
    ...pagesOf(hosts, { tools, servers, key: options.pagesKey ?? null }),
    telemetry: { ...telemetry, url: telemetryServer.url },
    faults,
    gateway,
    requests: log.entries,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function pagesOf(
  hosts: Pick<Sandbox, 'bitbucket' | 'dataCenter' | 'github'>,
  place: { readonly tools: GitTools; readonly servers: Servers; readonly key: string | null },
): Pick<Sandbox, 'pagesUrl' | 'pullRequestPages'> {
  const { tools, servers, key } = place;
  const { bitbucketGit: bitbucketUrl, githubGit: githubUrl, pages } = servers;
  const suffix = key === null ? '' : `?${pagesKeyName}=${key}`;
  return {
    pagesUrl: key === null ? pages : `${pages}/${suffix}`,
    async pullRequestPages() {
      const { tellingPulls } = await import('./beside/telling-pulls.ts');
      const found = tellingPulls({ ...hosts, tools, bitbucketUrl, githubUrl }, pages);
      return new Map([...found].map(([slug, address]) => [slug, `${address}${suffix}`]));
    },
  };
}

/** With the sample, unless they are to be empty. */
async function createHosts(options: SandboxOptions & { tools: GitTools; now: () => number }) {
  const { folder, tools, now } = options;
  const bitbucket = createBitbucketHost({
    tools,
    folder: join(folder, 'bitbucket'),
    workspace: 'acme-workspace',
  });
  const github = createGithubHost({
    folder: join(folder, 'github'),
    organization,
    now,
    rules: options.githubRules ?? {},
    tools,
    loadArchive: options.loadArchive ?? null,
  });
  const owner = github.findAccount(organization);
  if (owner !== null && options.target === 'ghe.com') owner.plan = 'enterprise';
  const isDataCenter = options.source === 'bitbucket-data-center';
  const dataCenter = isDataCenter ? createDataCenter({ bitbucket, tools }) : null;
  const { workspace = 'sample' } = options;
  if (typeof workspace === 'object')
    await addTrialWorkspace(bitbucket, {
      ...{ tools, description: workspace.trial, hasHistory: !isDataCenter },
    });
  if (workspace === 'sample') {
    const { sampleHasLfs: hasLfs = true, histories = ({ fill }) => fill() } = options;
    await addSampleWorkspace({ bitbucket, tools, hasLfs, histories });
    if (dataCenter !== null) await addDataCenterSample(dataCenter);
    addTargetPeople(github, organization);
  }
  return { bitbucket, dataCenter, github, vault: createVaultHost({ now }) };
}

/** Where scripts of pipelines run, and with which programs. */
async function pipelinePlace({ folder, gitEnvironmentPath, ownCurl = false }: SandboxOptions) {
  const scratch = join(folder, 'pipelines');
  await mkdir(scratch, { recursive: true });
  const path = await pathWithCurl({
    path: gitEnvironmentPath,
    folder: join(folder, 'curl'),
    always: ownCurl,
  });
  return { folder: scratch, path };
}
