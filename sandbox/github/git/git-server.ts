import { type GitAddress, parseGitAddress } from '../../git/git-address.ts';
import { asksForCredential, serveGit } from '../../git/serve-git.ts';
import { type Answer, textAnswer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import type { HostServer } from '../../network/server.ts';
import { permissionsOf } from '../accounts/permissions.ts';
import type { GithubHost } from '../host.ts';
import type { GithubRepository, GithubToken } from '../records.ts';
import { fullNameOf } from '../repositories/repository-book.ts';
import { type GitCall, type GithubGitOptions, unauthorized } from './git-call.ts';
import { serveGithubLfs } from './lfs-routes.ts';
import { receivePush } from './receive-push.ts';

const hiddenRefs = 'refs/pull';

/** Smart HTTP, LFS and locks of GitHub. */
export function createGithubGitServer(options: GithubGitOptions): HostServer {
  return { host: 'github-git', handle: (exchange) => handle(options, exchange) };
}

async function handle(options: GithubGitOptions, exchange: Exchange): Promise<Answer> {
  const address = parseGitAddress(exchange.segments);
  if (address === null) return page(options, exchange);
  const token = identify(options.host, exchange);
  if (token === 'wrong') {
    return unauthorized(
      'Invalid username or token. Password authentication is not supported for Git operations.',
    );
  }
  const fullName = `${address.owner}/${address.name}`;
  const { host } = options;
  const named = host.findRepository(fullName);
  const repository = named ?? host.findRenamed(fullName);
  const permissions = repository === null ? null : permissionsOf(token, repository);
  if (repository === null || permissions === null) {
    return token === null ? unauthorized('') : textAnswer(404, 'Repository not found.');
  }
  if (named === null) return redirectTo(options, repository, address, exchange);
  const call = { ...options, exchange, address, token, repository, permissions };
  return address.service.startsWith('info/lfs/') ? serveGithubLfs(call) : serve(call);
}

/** Pages are loaded when the first is asked for: a migration asks for none. */
async function page(options: GithubGitOptions, exchange: Exchange): Promise<Answer> {
  const { githubPage } = await import('../pages/serve-pages.ts');
  return (await githubPage(options, exchange)) ?? textAnswer(404, 'Not Found');
}

function identify(host: GithubHost, { authorization }: Exchange): GithubToken | 'wrong' | null {
  if (authorization.kind === 'none') return null;
  if (authorization.kind !== 'basic') return 'wrong';
  const { username, password } = authorization;
  // Any user name will do with a token as password; a token as user name works too, and is left out here.
  if (username === '') return 'wrong';
  return host.tokens.list.find((one) => one.token === password) ?? 'wrong';
}

function redirectTo(
  options: GithubGitOptions,
  repository: GithubRepository,
  address: GitAddress,
  exchange: Exchange,
): Answer {
  const query = exchange.query.size === 0 ? '' : `?${exchange.query}`;
  const location = `${options.webUrl}/${fullNameOf(repository)}.git/${address.service}${query}`;
  return textAnswer(301, '', { location });
}

async function serve(call: GitCall): Promise<Answer> {
  const { exchange, address } = call;
  const asked = address.service === 'info/refs' ? exchange.query.get('service') : address.service;
  if (asked === 'git-upload-pack') {
    return serveGit({
      tools: call.tools,
      exchange,
      directory: call.repository.directory,
      service: address.service,
      remoteUser: '',
      allowsFilter: true,
      hiddenRefs,
      environment: configuration({ 'uploadpack.allowFilter': 'true' }),
    });
  }
  if (asked === 'git-receive-pack') return push(call);
  return textAnswer(
    403,
    'Please upgrade your git client.\nGitHub.com no longer supports git over dumb-http: https://github.com/blog/809-git-dumb-http-transport-to-be-turned-off-in-90-days\n',
  );
}

async function push(call: GitCall): Promise<Answer> {
  const { token, repository, permissions, exchange, address } = call;
  if (token === null) return unauthorized('');
  if (!permissions.push) {
    const denied = `Permission to ${fullNameOf(repository)}.git denied to ${token.user.login}.`;
    return textAnswer(403, denied);
  }
  if (repository.archived) {
    return textAnswer(403, 'This repository was archived so it is read-only.');
  }
  const { service } = address;
  const isPush = service !== 'info/refs' && !asksForCredential({ service, exchange });
  if (isPush && !call.limiter.countPush(repository.id)) {
    return textAnswer(
      429,
      'You have exceeded a secondary rate limit for pushes to this repository.',
    );
  }
  return receivePush({
    tools: call.tools,
    exchange,
    service,
    repository,
    token,
    sizes: call.sizes,
    maxRefsPerPush: call.maxRefsPerPush,
    acceptsUnknownLfs: call.acceptsUnknownLfs,
    host: call.host,
    hiddenRefs,
    webUrl: call.webUrl,
    environment: configuration({
      'core.hooksPath': call.hooksDirectory,
      'receive.hideRefs': hiddenRefs,
      'receive.maxInputSize': String(call.sizes.maxPushBytes),
      'receive.fsckObjects': 'true',
      // Objects stay in packs, so that sizes are reported without looking at each of them.
      'receive.unpackLimit': '1',
      'receive.autogc': 'false',
    }),
  });
}

/** Git configuration as environment variables. */
function configuration(values: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(values);
  const environment: Record<string, string> = { GIT_CONFIG_COUNT: String(entries.length) };
  for (const [index, [key, value]] of entries.entries()) {
    environment[`GIT_CONFIG_KEY_${index}`] = key;
    environment[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return environment;
}
