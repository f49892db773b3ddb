import type { MigrationJournal } from '../audit/write-journal.ts';
import {
  createBitbucketCloud,
  createBitbucketCloudLock,
  createBitbucketPipelines,
} from '../hosts/bitbucket-cloud/bitbucket-cloud.ts';
import { cloudPages } from '../hosts/bitbucket-cloud/names/names.ts';
import {
  createBitbucketDataCenter,
  createDataCenterSourceLock,
} from '../hosts/bitbucket-data-center/bitbucket-data-center.ts';
import { dataCenterPages } from '../hosts/bitbucket-data-center/names/names.ts';
import { createGitHub } from '../hosts/github/github.ts';
import { checkBaseUrl } from '../kernel/base-url.ts';
import { readVariable, type Variables } from '../kernel/environment.ts';
import { MigratorError } from '../kernel/errors.ts';
import type { Redactor } from '../kernel/redact.ts';
import type { HttpServices } from '../network/http/http-request.ts';
import type { Authorization } from '../ports/credentials/authorization.ts';
import type { BitbucketCloudAccess, DataCenterAccess } from '../ports/credentials/source-access.ts';
import { cloudAddresses } from '../ports/credentials/source-addresses.ts';
import {
  accessTokenIdentity,
  readSourceCredentials,
} from '../ports/credentials/source-credentials.ts';
import { readTargetCredentials } from '../ports/credentials/target-credentials.ts';
import type { PipelineRunner } from '../ports/pipeline-runner.ts';
import type { Migration } from '../ports/records/migration.ts';
import type { OpenShapeNotes } from '../ports/records/shape-notes.ts';
import type { SourceHost, SourcePages } from '../ports/source-host.ts';
import type { SourceLock } from '../ports/source-lock.ts';
import type { TargetHost } from '../ports/target-host.ts';

/** The adapters that the credentials ask for. All throw `credentials` or `configuration`, before any request. */
export interface Hosts {
  source(use?: { usesGit: boolean }): SourceHost;
  /** Returns the runner that writes to the source. */
  pipelines(): PipelineRunner;
  /** Returns the pages of the source; `null` where its address is not set, or malformed. */
  pages(source: Migration['source']): SourcePages | null;
  /**
   * Returns the lock of the source.
   * @param network whose writes are held back once another process has taken over
   */
  lock(network: HttpServices['network']): SourceLock;
  /** @param network another than that of the app, for writes that may be held back */
  target(network?: HttpServices['network']): TargetHost;
}

/** Builds adapters, and registers every credential with the redactor before it is used. */
export function hostsOf(options: {
  variables: Variables;
  services: HttpServices;
  redactor: Redactor;
  writeJournal: Pick<MigrationJournal, 'identify'>;
  /** Left out: what a source sends otherwise is not noted. */
  openNotes?: OpenShapeNotes;
}): Hosts {
  const { variables, services, redactor, writeJournal, openNotes } = options;

  const hideCloud = (access: BitbucketCloudAccess) => hideCloudAccess(redactor, access);

  function hideDataCenter({ tokens }: DataCenterAccess): (username: string) => void {
    for (const { token } of tokens) redactor.add(token);
    return (username) => {
      for (const { token } of tokens) redactor.addBasic(username, token);
    };
  }

  /** The same host, whose account the record of writes names. */
  function withAccount<Host extends Pick<SourceHost, 'hostname' | 'verifyCredentials'>>(
    host: Host,
    ...urls: readonly string[]
  ): Host {
    const hosts = [host.hostname, ...urls.map((url) => new URL(url).host)];
    return {
      ...host,
      async verifyCredentials(request: Parameters<Host['verifyCredentials']>[0]) {
        const account = await host.verifyCredentials(request);
        writeJournal.identify(hosts, account.username ?? account.displayName);
        return account;
      },
    };
  }

  return {
    source(use = { usesGit: true }) {
      const access = readSourceCredentials(variables, use);
      if (access.kind === 'bitbucket-cloud')
        return createBitbucketCloud({ access: hideCloud(access), services, openNotes });
      return createBitbucketDataCenter({
        access,
        services,
        openNotes,
        hideUser: hideDataCenter(access),
      });
    },
    pages: (source) => sourcePages(variables, source),
    lock(network) {
      const access = readSourceCredentials(variables, { usesGit: true });
      const guarded = { ...services, network };
      if (access.kind === 'bitbucket-cloud') {
        const asked = { access: hideCloud(access), services: guarded, openNotes };
        return withAccount(createBitbucketCloudLock(asked), access.gitUrl);
      }
      const hideUser = hideDataCenter(access);
      const asked = { access, services: guarded, hideUser, openNotes };
      return withAccount(createDataCenterSourceLock(asked), access.baseUrl);
    },
    pipelines() {
      const access = readSourceCredentials(variables, { usesGit: false });
      if (access.kind === 'bitbucket-cloud')
        return createBitbucketPipelines({ access: hideCloud(access), services, openNotes });
      throw new MigratorError('configuration', 'Bitbucket Data Center has no pipelines', {
        hint: 'Add the values to the vault from your build server or by hand.',
      });
    },
    target(network = services.network) {
      const access = readTargetCredentials(variables);
      redactor.addBasic(access.git.username, access.git.password);
      hide(redactor, access.authorization);
      return withAccount(
        createGitHub({ access, services: { ...services, network } }),
        access.gitUrl,
        ...(access.uploadsUrl === null ? [] : [access.uploadsUrl]),
      );
    },
  };
}

function sourcePages(
  variables: Variables,
  { kind, workspace }: Migration['source'],
): SourcePages | null {
  try {
    if (kind === 'bitbucket-cloud')
      return cloudPages(cloudAddresses({ variables, usesGit: false }).gitUrl, workspace);
    const url = readVariable(variables, 'SRC_DATA_CENTER_URL');
    if (url === null) return null;
    return dataCenterPages(checkBaseUrl(url, 'SRC_DATA_CENTER_URL'), workspace);
  } catch (thrown) {
    // Without links the report is whole; what needs the source says what is malformed.
    if (thrown instanceof MigratorError) return null;
    throw thrown;
  }
}

/** Hidden in all output: what is sent and what it is made of. */
function hideCloudAccess(redactor: Redactor, access: BitbucketCloudAccess): BitbucketCloudAccess {
  const identities = [access, ...access.tokens.map(({ token }) => accessTokenIdentity(token))];
  for (const { git, authorization } of identities) {
    redactor.addBasic(git.username, git.password);
    hide(redactor, authorization);
  }
  if (access.otherwise !== undefined) hide(redactor, access.otherwise.authorization);
  return access;
}

function hide(redactor: Redactor, authorization: Authorization): void {
  if (authorization.scheme === 'basic')
    redactor.addBasic(authorization.username, authorization.password);
  else redactor.add(authorization.token);
}
