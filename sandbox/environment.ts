import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipelineScopes, settingsScopes } from './bitbucket/accounts/credentials.ts';
import type { BitbucketHost } from './bitbucket/host.ts';
import type { DataCenterInstance } from './bitbucket-data-center/instance.ts';
import type { GithubHost } from './github/host.ts';
import { enterprisePrefix } from './github/rest/enterprise-servers.ts';
import { freeLicense, type SandboxLicensing, sandboxLicense } from './license/sandbox-issuer.ts';
import type { Gateway } from './proxy/gateway.ts';
import type { TargetKind } from './proxy/host-names.ts';
import type { Parts, Servers } from './start-servers.ts';

/** Addresses and credentials as the program reads them. */
export interface SandboxEnvironment extends SourceVariables, Readonly<Record<string, string>> {
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
 * Returns what a user sets: the one address of an Enterprise Server or of ghe.com, from which the program makes the two
 * others.
 */
export function usersEnvironment({ environment }: { readonly environment: SandboxEnvironment }) {
  if (environment.DST_ENTERPRISE_URL === undefined) return environment;
  const { DST_API_URL: _api, DST_GIT_URL: _git, DST_UPLOADS_URL: _uploads, ...rest } = environment;
  return rest;
}

/** The environment of the program, for hosts that are up. */
export async function environmentOf(options: {
  folder: string;
  target: TargetKind;
  licensing: SandboxLicensing;
  servers: Servers;
  licenseUrl: string;
  hosts: Pick<Parts, 'bitbucket' | 'dataCenter' | 'github' | 'vault'>;
  gateway: Gateway | null;
}): Promise<SandboxEnvironment> {
  const { folder, target, licensing, servers, licenseUrl, hosts, gateway } = options;
  const { bitbucket, dataCenter, github, vault } = hosts;
  return {
    ...sourceVariables({ servers, bitbucket, dataCenter }),
    ...targetVariables({ servers, github, target }),
    MIGRATOR_LICENSE: gateway === null ? sandboxLicense(licensing) : freeLicense(licensing),
    MIGRATOR_LICENSE_SERVICE_URL: licenseUrl,
    VAULT_ADDR: servers.vault,
    VAULT_TOKEN: vault.addToken().id,
    // Behind its proxy it looks like a host elsewhere, whose writes would be a second apart.
    ...(gateway === null
      ? {}
      : { ...(await wayThrough(gateway, folder)), DST_WRITE_INTERVAL: '0' }),
  };
}

/** The proxy, and the file that holds whom to trust. */
async function wayThrough({ proxyUrl, authority }: Gateway, folder: string) {
  const path = join(folder, 'gateway-authority.pem');
  await writeFile(path, authority);
  return { HTTPS_PROXY: proxyUrl, SSL_CERT_FILE: path };
}

function targetVariables(options: { servers: Servers; github: GithubHost; target: TargetKind }) {
  const { servers, github, target } = options;
  const isServer = target === 'enterprise-server';
  return {
    DST_API_URL: isServer ? `${servers.githubGit}${enterprisePrefix}` : servers.githubApi,
    DST_GIT_URL: servers.githubGit,
    ...(servers.githubUploads === null ? {} : { DST_UPLOADS_URL: servers.githubUploads }),
    ...(target === 'github.com' ? {} : { DST_ENTERPRISE_URL: servers.githubGit }),
    // Secrets of an organisation need more than repositories do.
    DST_TOKEN: github.tokens.add({ scopes: ['repo', 'workflow', 'admin:org'] }),
  };
}

/** Variables of Cloud are empty for a Data Center, which clears them where they are set. */
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
    SRC_API_TOKEN: bitbucket.credentials.addApiToken({
      scopes: [...pipelineScopes, ...settingsScopes],
    }),
  };
}
