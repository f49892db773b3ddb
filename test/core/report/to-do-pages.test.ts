import { describe, expect, it } from 'vitest';
import { type LeftToDo, toDosOf } from '../../../src/core/report/summary/to-dos.ts';
import { pagesAbout, withoutNumbers } from '../../../src/core/report/to-do-pages.ts';

const images = 'links point to Bitbucket';

describe('pagesAbout', () => {
  it.each([
    [`2 images could not be migrated: ${images} (#7, #18)`, ['/pull/7', '/pull/18']],
    ['comment 1007 of #12  is missing', ['/pull/12']],
    ['GitHub asks code owners to review 6 migrated pull requests', ['/pulls']],
    ['Deploy key mirror: key is already in use', ['/settings/keys']],
    ['setting visibility  is public; it was set to private', ['/settings']],
    ['branch main  points elsewhere', []],
    ['acme/web#3 is of another repository', []],
  ])('of "%s" are %j', (text, pages) => {
    expect(pagesAbout(text)).toEqual(pages);
  });
});

describe('withoutNumbers', () => {
  it('takes away a list of pull requests, also a long one', () => {
    expect(withoutNumbers(`${images} (#7)`)).toBe(images);
    expect(withoutNumbers(`${images} (#1, #2 and 4 more): so`)).toBe(`${images}: so`);
  });
});

describe('toDosOf', () => {
  const view = (source: string, warning: string) => ({
    ...{ source, target: `${source}-new` },
    warnings: [warning],
  });
  const left = (...warned: ReturnType<typeof view>[]): LeftToDo => ({
    ...{ warned, settings: [], byHand: new Map() },
  });
  const pageOf = (target: string | null) => `https://github.com/acme/${target}`;

  it('has the address of each pull request in the repository of its warning', () => {
    const all = left(view('web', `2 images: ${images} (#7, #18)`));
    expect(toDosOf(all, null, pageOf)).toEqual([
      expect.objectContaining({
        repositories: ['web'],
        text: `2 images: ${images} (#7, #18)`,
        pages: [
          'https://github.com/acme/web-new/pull/7',
          'https://github.com/acme/web-new/pull/18',
        ],
      }),
    ]);
    expect(toDosOf(all, null)).toEqual([expect.objectContaining({ pages: [] })]);
  });

  it('has one entry for the same in several repositories, with the address of each', () => {
    const [web, api] = [
      view('web', `2 images: ${images} (#7)`),
      view('api', `2 images: ${images} (#1)`),
    ];
    const all = left(web, api);
    expect(toDosOf(all, null, pageOf)).toEqual([
      expect.objectContaining({
        repositories: ['web', 'api'],
        text: `2 images: ${images}`,
        pages: ['https://github.com/acme/web-new/pull/7', 'https://github.com/acme/api-new/pull/1'],
      }),
    ]);
  });

  it('leads to the settings of the repository that has a refused setting', () => {
    const setting = {
      repository: { source: 'web', target: 'web-new' },
      ...{ name: 'Deploy key mirror', note: 'key is already in use', fix: 'Create a new key.' },
    };
    expect(toDosOf({ ...left(), settings: [setting] }, null, pageOf)).toEqual([
      expect.objectContaining({
        text: 'Deploy key mirror: key is already in use',
        pages: ['https://github.com/acme/web-new/settings/keys'],
      }),
    ]);
  });
});
