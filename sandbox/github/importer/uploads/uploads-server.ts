import type { Answer } from '../../../network/answer.ts';
import type { Exchange } from '../../../network/exchange.ts';
import type { HostServer } from '../../../network/server.ts';
import type { GithubAccount } from '../../accounts/account.ts';
import type { GithubHost } from '../../host.ts';
import type { GithubToken } from '../../records.ts';
import {
  badCredentials,
  githubError,
  notFound,
  requiresAuthentication,
} from '../../rest/answers.ts';
import { lackOfRight } from '../import-rights.ts';
import { beginUpload, endUpload, receiveArchive, receivePart, type UploadCall } from './receive.ts';

/** Takes archives for the importer; another origin than the rest of the host. */
export function createUploadsServer(host: GithubHost): HostServer {
  return { host: 'github-uploads', handle: (exchange) => handle(host, exchange) };
}

const routes: Readonly<Record<string, (call: UploadCall) => Promise<Answer>>> = {
  'POST gei/archive': receiveArchive,
  'POST gei/archive/blobs/uploads': beginUpload,
  'PATCH gei/archive/blobs/uploads': receivePart,
  'PUT gei/archive/blobs/uploads': endUpload,
};

async function handle(host: GithubHost, exchange: Exchange): Promise<Answer> {
  const token = identify(host, exchange);
  if (token === null) {
    return exchange.authorization.kind === 'none' ? requiresAuthentication() : badCredentials();
  }
  const [root, id = '', ...rest] = exchange.segments;
  const organization = host.accounts.find(
    (one) => one.kind === 'organization' && String(one.id) === id,
  );
  const route = routes[`${exchange.method} ${rest.join('/')}`];
  if (root !== 'organizations' || organization === undefined || route === undefined) {
    return notFound();
  }
  const lack = lackOfRight(host.importer, organization, token);
  if (lack?.lacks === 'single-sign-on') return refuseSingleSignOn(organization);
  // Others are not to know that there is anything.
  if (lack !== null) return notFound();
  return route({ host, exchange, organization });
}

function identify(host: GithubHost, { authorization }: Exchange): GithubToken | null {
  const given = 'token' in authorization ? authorization.token : null;
  return host.tokens.list.find(({ token }) => token === given) ?? null;
}

function refuseSingleSignOn({ login }: GithubAccount): Answer {
  const url = `https://github.com/orgs/${login}/sso?authorization_request=AAAA`;
  return githubError(
    403,
    'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
    { headers: { 'x-github-sso': `required; url=${url}` } },
  );
}
