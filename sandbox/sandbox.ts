import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipelineScopes } from './bitbucket/accounts/credentials.ts';
import { type BitbucketHost, createBitbucketHost } from './bitbucket/host.ts';
import { pathWithCurl } from './bitbucket/pipelines/curl-stand-in.ts';
import { createDataCenter, type DataCenterInstance } from './bitbucket-data-center/instance.ts';
import { findGitTools } from './git/git-tools.ts';
import { createGithubHost, type GithubHost } from './github/host.ts';
import { enterprisePrefix } from './github/rest/enterprise-servers.ts';
import type { EnterpriseServer } from './github/rest/missing-features.ts';
import type { GithubRules } from './github/tracker/rules.ts';
import { createLicenseHost, type LicenseHost } from './license/license-host.ts';
import { freeLicense, type SandboxLicensing, sandboxLicense } from './license/sandbox-issuer.ts';
import { createFaultBook, type Faults } from './network/faults.ts';
import { createRequestLog, type RecordedRequest } from './network/request-log.ts';
import { loopbackPlace, startServer } from './network/server.ts';
import { type Gateway, type GatewayOptions, openGateway } from './proxy/gateway.ts';
import { hostNames, type TargetKind } from './proxy/host-names.ts';
import { addDataCenterSample } from './sample/add-data-center-sample.ts';
import { addSampleWorkspace } from './sample/add-sample-workspace.ts';
import { type SandboxLimits, type Servers, startServers } from './start-servers.ts';
import { createTelemetrySink, type TelemetrySink } from './telemetry/telemetry-sink.ts';
import { createVaultHost, type VaultHost } from './vault/host.ts';

export type SourceKind = 'bitbucket-cloud' | 'bitbucket-data-center';

export interface SandboxOptions {
  /** Where the bare repositories and LFS objects live. Made if it is not there; never removed. */
  readonly folder: string;
  /** `sample` if left out. */
  readonly workspace?: 'sample' | 'empty';
  /** Bitbucket Cloud if left out. */
  readonly source?: SourceKind;
  /** Issues the keys of the sandbox and of its registration service. */
  readonly licensing: SandboxLicensing;
  /** The PATH that git is found on. */
  readonly gitEnvironmentPath: string;
  /** The hosts' own documented limits where nothing is given. */
  readonly limits?: SandboxLimits;
  /** Added to every request. */
  readonly latencyMs?: number;
  /** Scripts of pipelines get our stand-in for curl also where this machine has one. */
  readonly ownCurl?: boolean;
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
  /** What `--workspace` takes: of a Data Center the key of a project. */
  readonly workspace: string;
  readonly organization: string;
  readonly bitbucket: BitbucketHost;
  /** `null` where Bitbucket Cloud is the source. */
  readonly dataCenter: DataCenterInstance | null;
  readonly github: GithubHost;
  readonly license: LicenseHost;
  /** Not in the environment: telemetry is off until somebody asks for it. */
  readonly telemetry: TelemetrySink & { readonly url: string };
  readonly vault: VaultHost;
  readonly faults: Faults;
  readonly gateway: Gateway | null;
  /** The newest 20,000, in the order in which their answers were ready. */
  readonly requests: readonly RecordedRequest[];
  /** Ends connections and the git processes behind them. */
  close(): Promise<void>;
}

interface SandboxEnvironment extends SourceVariables, Readonly<Record<string, string>> {
  readonly DST_API_URL: string;
  readonly DST_GIT_URL: string;
  readonly DST_TOKEN: string;
  /** Of the sandbox's own issuer, for the Ultimate plan: it counts for hosts on this machine alone. */
  readonly MIGRATOR_LICENSE: string;
  readonly MIGRATOR_LICENSE_SERVICE_URL: string;
  readonly VAULT_ADDR: string;
  readonly VAULT_TOKEN: string;
}

/**
 * What a user sets: the one address of an Enterprise Server or of ghe.com, from which the program makes the two others.
 */
export function usersEnvironment({ environment }: Pick<Sandbox, 'environment'>) {
  if (environment.DST_ENTERPRISE_URL === undefined) return environment;
  const { DST_API_URL: _api, DST_GIT_URL: _git, ...rest } = environment;
  return rest;
}

function limitsOf({ limits = {}, target }: SandboxOptions): SandboxLimits {
  return target === 'enterprise-server' ? { github: 'none', ...limits } : limits;
}

/** The proxy, and the file that holds whom to trust. */
async function wayThrough({ proxyUrl, authority }: Gateway, folder: string) {
  const path = join(folder, 'gateway-authority.pem');
  await writeFile(path, authority);
  return { HTTPS_PROXY: proxyUrl, SSL_CERT_FILE: path };
}

/** Starts Bitbucket (Cloud, or a Data Center), GitHub and a vault on the loopback interface, in this process. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { folder, licensing } = options;
  const now = options.now ?? Date.now;
  await mkdir(folder, { recursive: true });
  const tools = await findGitTools({ folder, path: options.gitEnvironmentPath });
  const bitbucket = createBitbucketHost({
    tools,
    folder: join(folder, 'bitbucket'),
    workspace: 'acme-workspace',
  });
  const organization = 'acme';
  const github = createGithubHost({
    folder: join(folder, 'github'),
    organization,
    now,
    rules: options.githubRules ?? {},
  });
  const vault = createVaultHost({ now });
  const owner = github.findAccount(organization);
  if (owner !== null && options.target === 'ghe.com') owner.plan = 'enterprise';
  const source = options.source ?? 'bitbucket-cloud';
  const dataCenter =
    source === 'bitbucket-data-center' ? createDataCenter({ bitbucket, tools }) : null;
  if (options.workspace !== 'empty') {
    await addSampleWorkspace({ bitbucket, tools });
    if (dataCenter !== null) await addDataCenterSample(dataCenter);
  }
  const scratch = join(folder, 'pipelines');
  await mkdir(scratch, { recursive: true });
  const path = await pathWithCurl({
    path: options.gitEnvironmentPath,
    folder: join(folder, 'curl'),
    always: options.ownCurl === true,
  });
  const faults = createFaultBook();
  const log = createRequestLog();
  const target = options.target ?? 'github.com';
  const gateway = options.gateway === undefined ? null : await openGateway(options.gateway);
  const names = hostNames(target);
  const environment = {
    faults,
    log,
    latencyMs: options.latencyMs ?? 0,
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
    runner: { folder: scratch, path, now },
    bitbucket,
    dataCenter,
    github,
    vault,
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
    environment: {
      ...sourceVariables({ servers, bitbucket, dataCenter }),
      DST_API_URL:
        target === 'enterprise-server'
          ? `${servers.githubGit}${enterprisePrefix}`
          : servers.githubApi,
      DST_GIT_URL: servers.githubGit,
      ...(target === 'github.com' ? {} : { DST_ENTERPRISE_URL: servers.githubGit }),
      // Secrets of an organisation need more than repositories do.
      DST_TOKEN: github.tokens.add({ scopes: ['repo', 'workflow', 'admin:org'] }),
      MIGRATOR_LICENSE: gateway === null ? sandboxLicense(licensing) : freeLicense(licensing),
      MIGRATOR_LICENSE_SERVICE_URL: licenseServer.url,
      VAULT_ADDR: servers.vault,
      VAULT_TOKEN: vault.addToken().id,
      ...(gateway === null ? {} : await wayThrough(gateway, folder)),
    },
    source,
    workspace: dataCenter?.project.key ?? bitbucket.workspace.slug,
    organization,
    bitbucket,
    dataCenter,
    github,
    license,
    telemetry: { ...telemetry, url: telemetryServer.url },
    vault,
    faults,
    gateway,
    requests: log.entries,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Those of Cloud are empty for a Data Center, which clears them where they are set. */
interface SourceVariables {
  readonly SRC_API_URL: string;
  readonly SRC_GIT_URL: string;
  /** The Atlassian account's e-mail address: right for REST, and no user name for Git. */
  readonly SRC_USERNAME: string;
  readonly SRC_API_TOKEN: string;
}

function sourceVariables(options: {
  servers: Servers;
  bitbucket: BitbucketHost;
  dataCenter: DataCenterInstance | null;
}): SourceVariables & Readonly<Record<string, string>> {
  const { servers, bitbucket, dataCenter } = options;
  if (dataCenter !== null) {
    const token = dataCenter.addToken();
    const cloud = { SRC_API_URL: '', SRC_GIT_URL: '', SRC_USERNAME: '', SRC_API_TOKEN: '' };
    return { ...cloud, SRC_DATA_CENTER_URL: servers.bitbucketApi, SRC_TOKEN: token };
  }
  return {
    SRC_API_URL: servers.bitbucketApi,
    SRC_GIT_URL: servers.bitbucketGit,
    SRC_USERNAME: bitbucket.user.email,
    SRC_API_TOKEN: bitbucket.credentials.addApiToken({ scopes: pipelineScopes }),
  };
}
