import { gitHubPolicy } from '../../../network/http/host-policies.ts';
import { createHttpClient } from '../../../network/http/http-client.ts';
import type { HttpServices } from '../../../network/http/http-request.ts';
import { authorizationHeader } from '../../../ports/credentials/authorization.ts';
import type { GitHubAccess } from '../../../ports/credentials/target-credentials.ts';
import type { TargetImporter } from '../../../ports/target-importer.ts';
import type { GitHub } from '../rest/shared.ts';
import type { Importer } from './ask-importer.ts';
import { abortImport, findImports, readImport, startImport } from './imports.ts';
import { findUser, inviteClaimant, listMannequins, reattribute } from './mannequins.ts';
import { createSource, findOrganization, setImporterRole } from './organization.ts';
import { readLog } from './read-log.ts';
import { createUpload } from './upload-archive.ts';

/** GitHub Enterprise Importer; `null` for an Enterprise Server, and where the host for uploads is unknown. */
export function createImporterPort(options: {
  github: GitHub;
  access: GitHubAccess;
  services: HttpServices;
}): TargetImporter | null {
  const { github, access, services } = options;
  const base = access.edition === 'cloud' ? access.uploadsUrl : null;
  if (base === null) return null;
  const policy = gitHubPolicy(access.isLimited ? 'cloud' : 'unlimited', access.writeInterval);
  const open = (baseUrl: string, authorization: string | null) =>
    createHttpClient({ ...services, baseUrl, authorization, policy });
  const importer: Importer = {
    host: github.host,
    graphQl: github.graphQl,
    uploads: open(base, authorizationHeader(access.authorization)),
    openAnonymous: (origin) => open(origin, null),
    token: access.git.password,
    log: services.log,
  };
  const upload = createUpload(base);
  return {
    findOrganization: (request) => findOrganization(importer, request),
    createSource: (request) => createSource(importer, request),
    uploadArchive: (request) => upload(importer, request),
    startImport: (request) => startImport(importer, request),
    findImports: (request) => findImports(importer, request),
    readImport: (request) => readImport(importer, request),
    abortImport: (request) => abortImport(importer, request),
    readLog: (request) => readLog(importer, request),
    listMannequins: (request) => listMannequins(importer, request),
    findUser: (request) => findUser(importer, request),
    inviteClaimant: (request) => inviteClaimant(importer, request),
    reattribute: (request) => reattribute(importer, request),
    setImporterRole: (request) => setImporterRole(importer, request),
  };
}
