import { hash } from 'node:crypto';

/** Values that say what was set, and can be neither long nor secret. */
const plainKeys: ReadonlySet<string> = new Set([
  'action',
  'actor_type',
  'base',
  'branch',
  'build_type',
  'bypass_mode',
  'commit_id',
  'context',
  'default_branch',
  'enforcement',
  'event',
  'events',
  'head',
  'homepage',
  'id',
  'include',
  'kind',
  'line',
  'matcherId',
  'merge_method',
  'name',
  'names',
  'new_name',
  'number',
  'operator',
  'path',
  'pattern',
  'permission',
  'permission_level',
  'privacy',
  'project',
  'pull_request_creation_policy',
  'ref',
  'ref_name',
  'revision',
  'role',
  'sha',
  'side',
  'slug',
  'start_side',
  'state',
  'state_reason',
  'status',
  'subject_type',
  'target',
  'team_slug',
  'type',
  'username',
  'uuid',
  'visibility',
]);

/** Whatever stands there is not recorded in any form: the hash of a short secret can be guessed. */
const secretKey = /secret|token|password|passphrase|credential|encrypted|private_key|pat$|url$/i;

const longestPlain = 255;
const mostItems = 200;
const mostDepth = 8;

/**
 * Describes what a request sends, as it may be kept: numbers, switches and names as they are, texts as their hash and
 * length, secrets not at all. Pure.
 */
export function describeBody(value: unknown, key = '', depth = 0): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (value === undefined) return undefined;
  if (secretKey.test(key)) return '(not recorded)';
  if (typeof value === 'string') return describeText(value, key);
  if (depth >= mostDepth) return '(not recorded: too deep)';
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map((item) => describeBody(item, key, depth + 1));
    const more = value.length - items.length;
    return more > 0 ? [...items, `(${more} more)`] : items;
  }
  const entries = Object.entries(value).map(
    ([name, item]) => [name, describeBody(item, name, depth + 1)] as const,
  );
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

/** A GraphQL document is a text of ours: the names of its fields say what it does, and how often. */
export function describeGraphQl(query: string): Readonly<Record<string, number>> {
  const names: Record<string, number> = {};
  for (const [, name = ''] of query.matchAll(/(\w+)\s*\(\s*input\s*:/g)) {
    names[name] = (names[name] ?? 0) + 1;
  }
  return names;
}

function describeText(text: string, key: string): unknown {
  if (plainKeys.has(key) && text.length <= longestPlain && !/\s{2}|[\r\n]/.test(text)) return text;
  return { sha256: hash('sha256', text), length: text.length };
}
