import { describe, expect, it } from 'vitest';
import type { TextContext } from '../../../src/core/text/context/text-context.ts';
import { convertText } from '../../../src/core/text/convert-text.ts';
import { context as sample } from './sample-context.ts';

/** Both hosts on one machine, told apart by their ports, and texts that name the public ones. */
const context: TextContext = {
  ...sample,
  source: {
    ...sample.source,
    webUrl: 'http://127.0.0.1:7990',
    otherWebUrls: ['https://bitbucket.org'],
  },
  repositories: new Map([['web', { webUrl: 'http://127.0.0.1:3000/acme/web' }]]),
  targetWebUrl: 'http://127.0.0.1:3000',
};

function converted(raw: string) {
  return convertText({ raw, markup: 'markdown' }, context);
}

describe('addresses of a source that is reached by another address than its public one', () => {
  it.each(['http://127.0.0.1:7990', 'https://bitbucket.org', 'http://www.bitbucket.org'])(
    'leads links to %s to where the pages are now',
    (host) => {
      expect(converted(`see ${host}/acme/web/pull-requests/12`).markdown).toBe(
        'see [#12](http://127.0.0.1:3000/acme/web/pull/12)',
      );
      expect(converted(`[x](${host}/acme/web/src/main/a.ts#lines-3)`).markdown).toBe(
        '[x](http://127.0.0.1:3000/acme/web/blob/main/a.ts#L3)',
      );
    },
  );
  it('counts images of the public address among those that stay', () => {
    const image = 'https://bitbucket.org/repo/AbC/images/1-a.png';
    expect(converted(`![a](${image})`).leftImages).toEqual([image]);
  });
  it('distinguishes a target and a source that differ only by their port', () => {
    expect(converted('[x](http://127.0.0.1:3000/acme/web)').markdown).toBe(
      '[x](http://127.0.0.1:3000/acme/web)',
    );
    const other = 'http://127.0.0.1:3000/acme/api/pull/4';
    expect(converted(`[x](${other})`).markdown).toBe(`x (\`${other}\`)`);
  });
});
