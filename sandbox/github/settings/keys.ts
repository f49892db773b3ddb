import { type Answer, emptyAnswer, jsonAnswer } from '../../network/answer.ts';
import { fullNameOf } from '../repositories/repository-book.ts';
import { notFound, validationFailed } from '../rest/answers.ts';
import { githubTime } from '../rest/github-time.ts';
import { readParameters } from '../rest/parameters.ts';
import { listed } from './listed.ts';
import type { DeployKey } from './records.ts';
import type { SettingsCall, SettingsRoute } from './settings-call.ts';

const list = (call: SettingsCall): Answer =>
  listed(call, { items: call.repository.settings.keys, toJson: (key) => keyJson(call, key) });

async function create(call: SettingsCall): Promise<Answer> {
  const read = await readParameters(call.exchange, {
    title: { kind: 'string' },
    key: { kind: 'string', required: true },
    read_only: { kind: 'boolean' },
  });
  if ('refusal' in read) return read.refusal;
  const { host, repository, token } = call;
  if (!repository.owner.policies.allowsDeployKeys) {
    return refuse('Deploy keys are disabled for this repository');
  }
  const [type = '', text = '', ...comment] = String(read.values.key).trim().split(/\s+/);
  if (!/^(ssh-(rsa|ed25519)|ecdsa-sha2-nistp\d+|sk-\S+)$/.test(type) || !/^AAAA\S+$/.test(text)) {
    return refuse('key is invalid. You must supply a key in OpenSSH public key format', 'key');
  }
  const key = `${type} ${text}`;
  // Once on the whole host: it opens one repository, or a person's account.
  const isUsed = host.repositories.some(({ settings }) =>
    settings.keys.some((one) => one.key === key),
  );
  if (isUsed || host.userKeys.has(key)) return refuse('key is already in use', 'key');
  const made: DeployKey = {
    id: host.nextId(),
    title: String(read.values.title ?? comment.join(' ')),
    key,
    readOnly: read.values.read_only === true,
    addedBy: token.user.login,
    at: host.now(),
  };
  repository.settings.keys.push(made);
  const json = keyJson(call, made);
  return jsonAnswer(201, json, { location: json.url });
}

function refuse(message: string, field?: string): Answer {
  const named = field === undefined ? {} : { field };
  return validationFailed([{ resource: 'PublicKey', code: 'custom', ...named, message }]);
}

function keyJson({ addresses, repository }: SettingsCall, one: DeployKey) {
  return {
    id: one.id,
    key: one.key,
    url: `${addresses.apiUrl}/repos/${fullNameOf(repository)}/keys/${one.id}`,
    title: one.title,
    verified: true,
    created_at: githubTime(one.at),
    read_only: one.readOnly,
    added_by: one.addedBy,
    last_used: null,
    enabled: true,
  };
}

function find({ repository, words }: SettingsCall): DeployKey | undefined {
  return repository.settings.keys.find(({ id }) => String(id) === words[0]);
}

export const keyRoutes: Readonly<Record<string, SettingsRoute>> = {
  'GET keys': { needs: 'admin', handle: list },
  'POST keys': { needs: 'admin', handle: create },
  'GET keys/*': {
    needs: 'admin',
    handle(call) {
      const found = find(call);
      return found === undefined ? notFound() : jsonAnswer(200, keyJson(call, found));
    },
  },
  'DELETE keys/*': {
    needs: 'admin',
    handle(call) {
      const found = find(call);
      if (found === undefined) return notFound();
      const { keys } = call.repository.settings;
      keys.splice(keys.indexOf(found), 1);
      return emptyAnswer(204);
    },
  },
};
