import { type Answer, jsonAnswer } from '../../network/answer.ts';
import { nodeId, simpleUserJson } from '../accounts/account-json.ts';
import { fullNameOf } from '../repositories/repository-book.ts';
import { githubTime } from '../rest/github-time.ts';
import { readParameters } from '../rest/parameters.ts';
import { listed } from './listed.ts';
import type { Release } from './records.ts';
import type { SettingsCall, SettingsRoute } from './settings-call.ts';

/** The tag is not made: only whether there is a release matters here. */
async function create(call: SettingsCall): Promise<Answer> {
  const read = await readParameters(call.exchange, {
    tag_name: { kind: 'string', required: true },
    name: { kind: 'string' },
    body: { kind: 'string' },
    draft: { kind: 'boolean' },
  });
  if ('refusal' in read) return read.refusal;
  const { tag_name: tag, name = null, body = null, draft } = read.values;
  const { host, repository, token } = call;
  const made: Release = {
    ...{ id: host.nextId(), tag: String(tag), author: token.user, at: host.now() },
    ...{ name: name as string | null, body: body as string | null, isDraft: draft === true },
  };
  repository.settings.releases.push(made);
  return jsonAnswer(201, releaseJson(call, made));
}

/** The newest first; drafts only for those who can push. */
function list(call: SettingsCall): Answer {
  const { permissions, repository } = call;
  const seen = repository.settings.releases.filter((one) => permissions.push || !one.isDraft);
  return listed(call, { items: seen.reverse(), toJson: (one) => releaseJson(call, one) });
}

function releaseJson({ addresses, repository }: SettingsCall, one: Release) {
  const self = `${addresses.apiUrl}/repos/${fullNameOf(repository)}`;
  const url = `${self}/releases/${one.id}`;
  return {
    url,
    html_url: `${addresses.webUrl}/${fullNameOf(repository)}/releases/tag/${one.tag}`,
    assets_url: `${url}/assets`,
    upload_url: `${url}/assets{?name,label}`,
    tarball_url: one.isDraft ? null : `${self}/tarball/${one.tag}`,
    zipball_url: one.isDraft ? null : `${self}/zipball/${one.tag}`,
    id: one.id,
    node_id: nodeId('RE', one.id),
    tag_name: one.tag,
    target_commitish: 'main',
    name: one.name,
    body: one.body,
    draft: one.isDraft,
    prerelease: false,
    created_at: githubTime(one.at),
    published_at: one.isDraft ? null : githubTime(one.at),
    author: simpleUserJson(one.author, addresses),
    assets: [],
  };
}

export const releaseRoutes: Readonly<Record<string, SettingsRoute>> = {
  'POST releases': { needs: 'push', handle: create },
  'GET releases': { needs: 'pull', handle: list },
};
