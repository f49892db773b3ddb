import type { TextContext } from '../../../src/core/text/context/text-context.ts';
import { convertText } from '../../../src/core/text/convert-text.ts';

export const uuid = '{11111111-2222-3333-4444-555555555555}';
export const knownHash = 'abc1234def5678901234567890abcdef12345678';

const people = new Map([
  [uuid, { displayName: 'Ada *Love*', login: 'ada' }],
  ['557058:aa', { displayName: 'Bob <b>', login: null }],
  ['carol', { displayName: 'Carol', login: 'carol-gh' }],
  ['first last', { displayName: 'First @Last #3', login: null }],
]);

/** Of acme/web, whose numbers stay, beside acme/api, whose numbers grow by a hundred; both have a hundred pull requests. */
export const context: TextContext = {
  source: { webUrl: 'https://bitbucket.org', otherWebUrls: [], workspace: 'acme', slug: 'web' },
  repositories: new Map([
    ['web', { webUrl: 'https://github.com/acme-inc/web' }],
    ['api', { webUrl: 'https://github.com/acme-inc/api' }],
  ]),
  pullRequestNumber(slug, number) {
    if (number < 1 || number > 100) return null;
    return slug === 'web' ? number : number + 100;
  },
  commitHash: (_slug, hash) => (knownHash.startsWith(hash) ? knownHash : null),
  findPerson: (name) => people.get(name) ?? null,
  targetWebUrl: 'https://github.com',
};

export function fromMarkdown(raw: string): string {
  return convertText({ raw, markup: 'markdown' }, context).markdown;
}

/** With the zero-width space made visible. */
export function shown(raw: string): string {
  return fromMarkdown(raw).replaceAll('\u200b', '·');
}
