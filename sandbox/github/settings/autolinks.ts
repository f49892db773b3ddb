import { type Answer, emptyAnswer, jsonAnswer } from '../../network/answer.ts';
import { notFound, validationFailed } from '../rest/answers.ts';
import { readParameters } from '../rest/parameters.ts';
import { listed } from './listed.ts';
import type { Autolink } from './records.ts';
import type { SettingsCall, SettingsRoute } from './settings-call.ts';

const maxPrefix = 32;

const list = (call: SettingsCall): Answer =>
  listed(call, { items: call.repository.settings.autolinks, toJson: autolinkJson });

async function create(call: SettingsCall): Promise<Answer> {
  const read = await readParameters(call.exchange, {
    key_prefix: { kind: 'string', required: true },
    url_template: { kind: 'string', required: true },
    is_alphanumeric: { kind: 'boolean' },
  });
  if ('refusal' in read) return read.refusal;
  const { host, repository } = call;
  const { autolinks } = repository.settings;
  const prefix = String(read.values.key_prefix);
  const template = String(read.values.url_template);
  const refusal = refuse(autolinks, prefix, template);
  if (refusal !== null) return refusal;
  const isAlphanumeric = read.values.is_alphanumeric !== false;
  const made = { id: host.nextId(), prefix, template, isAlphanumeric };
  autolinks.push(made);
  const location = `${call.addresses.apiUrl}${call.exchange.path}/${made.id}`;
  return jsonAnswer(201, autolinkJson(made), { location });
}

/** No prefix may begin another one. */
function refuse(others: readonly Autolink[], prefix: string, template: string): Answer | null {
  if (prefix.length > maxPrefix || !/^[A-Za-z0-9.+=:/#_-]+$/.test(prefix)) {
    return invalid('key_prefix', 'key_prefix is invalid');
  }
  if (!/^https?:\/\/\S+$/.test(template) || !template.includes('<num>')) {
    return invalid('url_template', 'url_template must be a URL with a <num> placeholder');
  }
  if (others.some((one) => one.prefix === prefix)) {
    return validationFailed([{ resource: 'KeyLink', code: 'already_exists', field: 'key_prefix' }]);
  }
  const overlaps = others.some(
    (one) => one.prefix.startsWith(prefix) || prefix.startsWith(one.prefix),
  );
  return overlaps ? invalid('key_prefix', 'key_prefix overlaps with an existing prefix') : null;
}

function invalid(field: string, message: string): Answer {
  return validationFailed([{ resource: 'KeyLink', code: 'custom', field, message }]);
}

function find({ repository, words }: SettingsCall): Autolink | undefined {
  return repository.settings.autolinks.find(({ id }) => String(id) === words[0]);
}

function autolinkJson({ id, prefix, template, isAlphanumeric }: Autolink) {
  return { id, key_prefix: prefix, url_template: template, is_alphanumeric: isAlphanumeric };
}

export const autolinkRoutes: Readonly<Record<string, SettingsRoute>> = {
  'GET autolinks': { needs: 'admin', handle: list },
  'POST autolinks': { needs: 'admin', handle: create },
  'GET autolinks/*': {
    needs: 'admin',
    handle(call) {
      const found = find(call);
      return found === undefined ? notFound() : jsonAnswer(200, autolinkJson(found));
    },
  },
  'DELETE autolinks/*': {
    needs: 'admin',
    handle(call) {
      const found = find(call);
      if (found === undefined) return notFound();
      const { autolinks } = call.repository.settings;
      autolinks.splice(autolinks.indexOf(found), 1);
      return emptyAnswer(204);
    },
  },
};
