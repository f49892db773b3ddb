import { type Answer, emptyAnswer, jsonAnswer } from '../../network/answer.ts';
import { fullNameOf } from '../repositories/repository-book.ts';
import { invalidRequest, notFound, validationFailed } from '../rest/answers.ts';
import { githubTime } from '../rest/github-time.ts';
import {
  checkParameters,
  type ParameterForm,
  type Parameters,
  readParameters,
} from '../rest/parameters.ts';
import { listed } from './listed.ts';
import type { RepositoryHook } from './records.ts';
import type { SettingsCall, SettingsRoute } from './settings-call.ts';

/** For each event. */
const mostHooks = 20;

const form: ParameterForm = {
  name: { kind: 'string' },
  config: { kind: 'object' },
  events: { kind: 'strings' },
  active: { kind: 'boolean' },
};

const configForm: ParameterForm = {
  url: { kind: 'string' },
  content_type: { kind: 'string' },
  secret: { kind: 'string' },
  insecure_ssl: { kind: 'string' },
};

/** As far as the events are those that a repository has. */
const events = new Set([
  ...['push', 'create', 'delete', 'fork', 'status', 'pull_request', 'pull_request_review'],
  ...['pull_request_review_comment', 'pull_request_review_thread', 'issue_comment', 'issues'],
  ...['commit_comment', 'release', 'repository', 'member', 'deployment', 'deployment_status', '*'],
]);

const list = (call: SettingsCall): Answer =>
  listed(call, { items: call.repository.settings.hooks, toJson: (hook) => hookJson(call, hook) });

async function create(call: SettingsCall): Promise<Answer> {
  const read = await readParameters(call.exchange, form);
  if ('refusal' in read) return read.refusal;
  const { host, repository } = call;
  const now = host.now();
  const draft: RepositoryHook = {
    id: host.nextId(),
    url: '',
    contentType: 'form',
    insecure: false,
    hasSecret: false,
    events: ['push'],
    active: true,
    createdAt: now,
    updatedAt: now,
  };
  const refusal = change(draft, read.values) ?? refuse(repository.settings.hooks, draft);
  if (refusal !== null) return refusal;
  repository.settings.hooks.push(draft);
  const json = hookJson(call, draft);
  return jsonAnswer(201, json, { location: json.url });
}

async function update(call: SettingsCall, hook: RepositoryHook): Promise<Answer> {
  const read = await readParameters(call.exchange, form);
  if ('refusal' in read) return read.refusal;
  const draft = { ...hook };
  const others = call.repository.settings.hooks.filter((one) => one !== hook);
  const refusal = change(draft, read.values) ?? refuse(others, draft);
  if (refusal !== null) return refusal;
  Object.assign(hook, draft, { updatedAt: call.host.now() });
  return jsonAnswer(200, hookJson(call, hook));
}

/** A configuration replaces the one before as a whole: what it leaves out is gone. */
function change(hook: RepositoryHook, values: Parameters): Answer | null {
  const { config, events: wanted, active, name } = values;
  if (name !== undefined && name !== 'web') return invalid('name', 'name must be "web"');
  if (config !== undefined) {
    const refusal = changeConfig(hook, config as Parameters);
    if (refusal !== null) return refusal;
  }
  if (wanted !== undefined) hook.events = [...new Set(wanted as readonly string[])];
  if (typeof active === 'boolean') hook.active = active;
  return null;
}

function changeConfig(hook: RepositoryHook, config: Parameters): Answer | null {
  const refusal = checkParameters(config, configForm);
  if (refusal !== null) return refusal;
  const { url, content_type: type = 'form', secret, insecure_ssl: insecure = '0' } = config;
  if (type !== 'json' && type !== 'form') return invalidRequest('content_type is json or form.');
  hook.url = String(url ?? '');
  hook.contentType = type;
  hook.insecure = insecure === '1';
  hook.hasSecret = secret !== undefined;
  return null;
}

function refuse(others: readonly RepositoryHook[], hook: RepositoryHook): Answer | null {
  if (!/^https?:\/\/[^\s/]+/.test(hook.url)) return invalid('url', 'url must be a valid URL');
  const unknown = hook.events.find((event) => !events.has(event));
  if (unknown !== undefined) return invalid('events', `"${unknown}" is not a webhook event`);
  if (hook.events.length === 0) return invalid('events', 'At least one event is required');
  const isDouble = others.some(
    (one) =>
      one.url === hook.url && [...one.events].sort().join() === [...hook.events].sort().join(),
  );
  if (isDouble) return invalid(undefined, 'Hook already exists on this repository');
  const isFull = hook.events.some(
    (event) => others.filter((one) => one.events.includes(event)).length >= mostHooks,
  );
  return isFull
    ? invalid(undefined, `The "${hook.events[0]}" event cannot have more than 20 hooks`)
    : null;
}

function invalid(field: string | undefined, message: string): Answer {
  const named = field === undefined ? {} : { field };
  return validationFailed([{ resource: 'Hook', code: 'custom', ...named, message }]);
}

/** A secret is shown as stars. */
function hookJson({ addresses, repository }: SettingsCall, hook: RepositoryHook) {
  const url = `${addresses.apiUrl}/repos/${fullNameOf(repository)}/hooks/${hook.id}`;
  return {
    type: 'Repository',
    id: hook.id,
    name: 'web',
    active: hook.active,
    events: hook.events,
    config: {
      content_type: hook.contentType,
      insecure_ssl: hook.insecure ? '1' : '0',
      url: hook.url,
      ...(hook.hasSecret ? { secret: '********' } : {}),
    },
    updated_at: githubTime(hook.updatedAt),
    created_at: githubTime(hook.createdAt),
    url,
    test_url: `${url}/test`,
    ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`,
    last_response: { code: null, status: 'unused', message: null },
  };
}

const withHook =
  (handle: (call: SettingsCall, hook: RepositoryHook) => Answer | Promise<Answer>) =>
  (call: SettingsCall) => {
    const found = call.repository.settings.hooks.find(({ id }) => String(id) === call.words[0]);
    return found === undefined ? notFound() : handle(call, found);
  };

export const hookRoutes: Readonly<Record<string, SettingsRoute>> = {
  'GET hooks': { needs: 'admin', handle: list },
  'POST hooks': { needs: 'admin', handle: create },
  'GET hooks/*': {
    needs: 'admin',
    handle: withHook((call, hook) => jsonAnswer(200, hookJson(call, hook))),
  },
  'PATCH hooks/*': { needs: 'admin', handle: withHook(update) },
  'DELETE hooks/*': {
    needs: 'admin',
    handle: withHook((call, hook) => {
      const { hooks } = call.repository.settings;
      hooks.splice(hooks.indexOf(hook), 1);
      return emptyAnswer(204);
    }),
  },
};
