import { describe, expect, it } from 'vitest';
import { targetNaming } from '../../../../src/core/app/target-naming.ts';
import { strokes } from '../../../../src/screens/gallery/sample/drive-wizard.ts';
import { selectionItems, sortItems } from '../../../../src/screens/wizard/steps/selection/items.ts';
import {
  initialSelection,
  type SelectionAction,
  type SelectionState,
} from '../../../../src/screens/wizard/steps/selection/model.ts';
import {
  clashingName,
  renameProblem,
} from '../../../../src/screens/wizard/steps/selection/names.ts';
import { reduceSelection } from '../../../../src/screens/wizard/steps/selection/state.ts';
import { selectedTotals } from '../../../../src/screens/wizard/steps/selection/totals.ts';
import { listHeight, selectionView } from '../../../../src/screens/wizard/steps/selection/view.ts';
import { widthOf } from '../../../../src/ui/text/text-width.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { discovered, manyRepositories, repository, texts } from '../support.ts';

const glyphs = glyphsOf({ LANG: 'C.UTF-8' });
const height = 10;

function apply(state: SelectionState, ...actions: readonly SelectionAction[]): SelectionState {
  return actions.reduce(reduceSelection, state);
}

function of(repositories: readonly ReturnType<typeof repository>[]): SelectionState {
  const { inventory } = discovered(repositories);
  return apply(initialSelection, { type: 'inventory', inventory });
}

const typed = (text: string): readonly SelectionAction[] =>
  strokes(text).map((stroke) => ({ type: 'key', stroke }));
const chosen = (state: SelectionState) => [...state.selected].sort();
const view = (state: SelectionState, width = 79, rows = 18) =>
  texts(selectionView(state, { width, height: rows, glyphs }));

describe('the selection', () => {
  const state = of([
    repository('api', { sizeBytes: 5000 }),
    repository('web', { sizeBytes: null, updatedAt: null }),
    repository('old-web', { sizeBytes: 3_000_000_000, defaultBranch: null, visibility: 'public' }),
  ]);

  it('begins with all of them', () => {
    expect(chosen(state)).toEqual(['api', 'old-web', 'web']);
  });

  it('is filtered by every letter, and all or none concern those that are listed', () => {
    const filtered = apply(state, ...typed('we'));
    expect(filtered.shown.map(({ slug }) => slug)).toEqual(['old-web', 'web']);
    const none = apply(filtered, { type: 'none' });
    expect(chosen(none)).toEqual(['api']);
    expect(chosen(apply(none, { type: 'all' }))).toEqual(['api', 'old-web', 'web']);
    expect(apply(filtered, { type: 'clear-filter' }).shown).toHaveLength(3);
  });

  it('says why a filter shows a repository, where its slug does not', () => {
    const project = { key: 'PAY', name: 'Payments' };
    const wide = (text: string) =>
      view(apply(of([repository('ledger', { project })]), ...typed(text)), 110).join('\n');
    expect(wide('/pay')).toContain('ledger, project PAY');
    expect(wide('led')).not.toContain('project PAY');
  });

  it('turns the one at the cursor, also where the filter has moved it', () => {
    const moved = apply(state, { type: 'move', move: 'down', height }, { type: 'toggle', height });
    expect(chosen(moved)).toEqual(['api', 'web']);
    const filtered = apply(moved, ...typed('api'), { type: 'toggle', height });
    expect(chosen(filtered)).toEqual(['web']);
  });

  it('takes a pattern: the first chooses, the next add, an exclamation mark takes away', () => {
    const pattern = (text: string): readonly SelectionAction[] => [
      { type: 'pattern', on: true },
      ...typed(text),
      { type: 'use-pattern' },
    ];
    const first = apply(state, ...pattern('*web'));
    expect(chosen(first)).toEqual(['old-web', 'web']);
    const second = apply(first, ...pattern('!old-*'));
    expect(chosen(second)).toEqual(['web']);
    expect(chosen(apply(second, ...pattern('API')))).toEqual(['api', 'web']);
    expect(second.patterns).toEqual(['*web', 'old-*']);
    expect(chosen(apply(second, ...pattern('nothing*')))).toEqual(['web']);
  });

  it('warns of pull requests from forks, one or more', () => {
    const warned = (openFromForks: number) => {
      const inventory = discovered([repository('api')]).inventory.repositories[0];
      if (inventory === undefined) throw new Error('no repository');
      const counts = { ...inventory.pull_requests, open_from_forks: openFromForks };
      const [item] = selectionItems([{ ...inventory, pull_requests: counts as never }], new Map());
      return item?.warnings;
    };
    expect(warned(1)).toEqual(['1 open pull request from a fork']);
    expect(warned(2)).toEqual(['2 open pull requests from forks']);
  });

  it('is sorted with what is most first, and what is not known last', () => {
    const items = selectionItems(state.inventory?.repositories ?? [], new Map());
    const slugs = (by: Parameters<typeof sortItems>[1]) =>
      sortItems(items, by).map(({ slug }) => slug);
    expect(slugs('size')).toEqual(['old-web', 'api', 'web']);
    expect(slugs('name')).toEqual(['api', 'old-web', 'web']);
    expect(slugs('warnings')[0]).toBe('old-web');
    expect(slugs('activity').at(-1)).toBe('web');
  });

  it('keeps what was chosen when the workspace is read again, and adds what is new', () => {
    const without = apply(state, ...typed('web'), { type: 'none' });
    const { inventory } = discovered(['api', 'web', 'new'].map((slug) => repository(slug)));
    expect(chosen(apply(without, { type: 'inventory', inventory }))).toEqual(['api', 'new']);
  });

  it('adds up what is chosen; pull requests only where all were looked at', () => {
    expect(selectedTotals(state)).toEqual({ count: 3, bytes: 3_000_005_000, pullRequests: null });
    const facts = new Map(
      ['api', 'web', 'old-web'].map((slug) => [slug, { pull_requests: { open: 1, merged: 2 } }]),
    );
    const looked = apply(state, {
      type: 'scan',
      scan: { status: 'done', value: { facts, people: [], refused: [] } },
    });
    expect(selectedTotals(looked).pullRequests).toBe(9);
  });

  it('says of what was not scanned that it is not counted, and offers a scan that is dear', () => {
    expect(view(state)[3]).toContain('not counted');
    const cost = (requests: number) =>
      apply(state, {
        type: 'cost',
        cost: { pullRequests: null, requests, accuracy: 'at-least' },
      });
    expect(view(cost(2500)).at(-1)).toBe(
      'Ctrl+D counts pull requests: 2,500 requests or more, 1h 30m',
    );
    expect(view(cost(99)).join()).not.toContain('Ctrl+D');
  });

  it('shows a new name beside the old one, and says what is wrong with it at once', () => {
    const named = apply(
      state,
      { type: 'naming', resolveTargetNames: targetNaming.resolveRepositoryNames },
      { type: 'rename', height },
      { type: 'key', stroke: { key: 'ctrl+u', text: '' } },
    );
    const shows = (text: string) => view(apply(named, ...typed(text))).at(-1);
    expect(shows('WEB')).toBe('✗ web already has this name');
    expect(shows('a b')).toContain('✗ not a valid name');
    expect(shows('core')).toContain('The name on GitHub');
    const renamed = apply(named, ...typed('core'), { type: 'use-rename' });
    expect(view(renamed)[3]).toContain('api → core');
    expect(renameProblem(renamed, 'slug')).toBeNull();
    const { inventory } = discovered(['api', 'web'].map((slug) => repository(slug)));
    expect(apply(renamed, { type: 'inventory', inventory }).renames.get('api')).toBe('core');
    const back = apply(renamed, { type: 'set-rename', slug: 'api', target: '' });
    expect(back.renames.size).toBe(0);
  });

  it('says why a selection with two equal names cannot continue', () => {
    const renamed = apply(state, { type: 'set-rename', slug: 'api', target: 'web' });
    expect(clashingName(renamed, 'slug')).toBe('api cannot become web: web already has this name');
    const without = apply(renamed, ...typed('old-web'), { type: 'clear-filter' });
    expect(clashingName({ ...without, selected: new Set(['api']) }, 'slug')).toBeNull();
  });

  it('says before a deep look what it takes', () => {
    const value = { pullRequests: null, requests: 2500, accuracy: 'at-least' } as const;
    const offered = apply(state, { type: 'offer', offer: { status: 'done', value } });
    const all = view(offered).join(' ');
    expect(all).toContain('at least 2,500 requests');
    expect(all.replace(/\s+/g, ' ')).toContain('1h 30m');
  });

  it.each([
    [39, 9],
    [79, 18],
    [119, 36],
    [199, 46],
    [299, 96],
  ])('fits into %i columns and %i rows, whatever the names are', (width, rows) => {
    const odd = [
      repository('wide', { name: '日本語'.repeat(30) }),
      repository(`x${'-long'.repeat(40)}`),
      repository('日本語のリポジトリ名前テスト名前テスト名前'),
      repository('evil\u001b[2J\u202e'),
      ...manyRepositories(200),
    ];
    const lines = view(of(odd), width, rows);
    expect(lines.length).toBeLessThanOrEqual(rows);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
    expect(lines.join('')).not.toContain('\u001b');
    expect(lines.join('')).not.toContain('\u202e');
  });

  it('leaves out columns where it is narrow, the name never', () => {
    expect(view(state, 39)[2]).toContain('repository');
    expect(view(state, 39)[2]).not.toContain('notes');
    expect(view(state, 199)[2]).toContain('notes');
  });

  it('keeps its window and its choice through every kind of key with 5,000 repositories', () => {
    const { inventory } = discovered(manyRepositories(5000));
    let now = apply(initialSelection, { type: 'inventory', inventory });
    const size = { width: 119, height: 36 };
    const actions: readonly SelectionAction[] = [
      ...typed('team-1 service'),
      { type: 'toggle', height: listHeight(now, size) },
      { type: 'move', move: 'end', height: listHeight(now, size) },
      { type: 'sort' },
      { type: 'none' },
      { type: 'all' },
      { type: 'clear-filter' },
      { type: 'pattern', on: true },
      ...typed('team-1*'),
      { type: 'use-pattern' },
    ];
    for (const action of actions) {
      now = reduceSelection(now, action);
      expect(view(now, size.width, size.height).length).toBeLessThanOrEqual(size.height);
    }
    expect(now.selected.size).toBeGreaterThan(0);
  });
});
