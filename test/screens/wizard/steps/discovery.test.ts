import { describe, expect, it } from 'vitest';
import { strokes } from '../../../../src/screens/gallery/sample/drive-wizard.ts';
import { busyText, headingOf } from '../../../../src/screens/wizard/engine/body.ts';
import { initialState } from '../../../../src/screens/wizard/engine/create-wizard.ts';
import {
  entriesOf,
  isFiltering,
  type PickAction,
  type PickState,
  pickedName,
  pickOf,
  reducePick,
} from '../../../../src/screens/wizard/steps/discovery/pick-state.ts';
import {
  type DiscoveryAction,
  type DiscoveryState,
  discoveredOf,
  initialDiscovery,
  reduceDiscovery,
} from '../../../../src/screens/wizard/steps/discovery/state.ts';
import { discoveryView } from '../../../../src/screens/wizard/steps/discovery/view.ts';
import { migrationWizard } from '../../../../src/screens/wizard/steps.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { discovered, repository, texts } from '../support.ts';

const glyphs = glyphsOf({ LANG: 'C.UTF-8' });
const typed = (text: string): readonly PickAction[] =>
  strokes(text).map((stroke) => ({ type: 'key', stroke }));
const pick = (state: PickState, ...actions: readonly PickAction[]) =>
  actions.reduce(reducePick, state);

describe('a name that is picked or typed', () => {
  const known = pickOf('', ['acme', 'acme-labs', 'beta']);

  it('is the first that matches what was typed', () => {
    expect(pickedName(known)).toBe('acme');
    expect(pickedName(pick(known, ...typed('labs')))).toBe('acme-labs');
  });

  it('may be one that is not known: it stands behind those that match', () => {
    const state = pick(known, ...typed('acm'));
    expect(entriesOf(state).at(-1)).toEqual({ name: 'acm', isTyped: true });
    const last = pick(state, { type: 'move', by: 1 }, { type: 'move', by: 1 });
    expect(pickedName(last)).toBe('acm');
    expect(pickedName(pick(known, ...typed('gamma')))).toBe('gamma');
  });

  it('is filtered behind a slash, which is part of no name', () => {
    const names = (text: string) => entriesOf(pick(known, ...typed(text))).map(({ name }) => name);
    expect(names('/')).toEqual(['acme', 'acme-labs', 'beta']);
    expect(names('/bet')).toEqual(['beta', 'bet']);
  });

  it('can be cleared while it filters, but not where it is known', () => {
    expect(isFiltering(known)).toBe(false);
    expect(isFiltering(pick(known, ...typed('/')))).toBe(true);
    expect(isFiltering(pick(known, ...typed('acm')))).toBe(true);
    expect(isFiltering(pick(known, ...typed('acme')))).toBe(false);
    // No list of workspaces was shown that Esc could return to.
    expect(isFiltering(pick(pickOf(''), ...typed('acm')))).toBe(false);
  });

  it('is exactly what was typed where that is known', () => {
    const state = pick(known, ...typed('acme-labs'));
    expect(pickedName(state)).toBe('acme-labs');
    expect(pickedName(pickOf('beta', known.options))).toBe('beta');
  });

  it('is one line, whatever is pasted', () => {
    expect(pickedName(pick(pickOf(''), { type: 'paste', text: ' ac\r\nme \u001b[2J' }))).toBe(
      'acme [2J',
    );
  });

  it('stays as typed when the list of known ones comes later', () => {
    const late = pick(pickOf('acme-labs'), { type: 'options', options: ['acme', 'acme-labs'] });
    expect(pickedName(late)).toBe('acme-labs');
  });
});

describe('the workspace', () => {
  const found = discovered([repository('api')]);
  const apply = (state: DiscoveryState, ...actions: readonly DiscoveryAction[]) =>
    actions.reduce(reduceDiscovery, state);
  const done = { type: 'task', asked: 'acme', task: { status: 'done', value: found } } as const;
  const view = (
    state: DiscoveryState,
    workspaces: readonly string[] | null = ['acme'],
    word: 'workspace' | 'project' = 'workspace',
  ) => texts(discoveryView(state, { width: 79, glyphs, workspaces, word }).lines).join('\n');

  it('counts while it is read', () => {
    const state = apply(
      initialDiscovery('acme'),
      { type: 'task', asked: 'acme', task: { status: 'running' } },
      { type: 'progress', found: 1200, total: 5000 },
    );
    expect(view(state)).toContain('1,200 of 5,000 repositories of acme so far');
  });

  it('is not mistaken for another one that is typed afterwards', () => {
    const state = apply(initialDiscovery('acme'), done);
    expect(discoveredOf(state)).toBe(found);
    const [stroke] = strokes('x');
    if (stroke === undefined) throw new Error('no stroke');
    const other = apply(state, { type: 'pick', action: { type: 'key', stroke } });
    expect(discoveredOf(other)).toBeNull();
    expect(view(other)).not.toContain('1 repository');
  });

  it('shows why one could not be read until another one is typed', () => {
    const failure = {
      code: 'not-found' as const,
      ...{ message: 'acme was not found', hint: 'Check it.', detail: '', retry: 'no' as const },
    };
    const state = apply(initialDiscovery('acme'), {
      ...{ type: 'task', asked: 'acme', task: { status: 'failed', failure } },
    });
    expect(view(state)).toContain('acme was not found');
    const [stroke] = strokes('x');
    if (stroke === undefined) throw new Error('no stroke');
    const other = apply(state, { type: 'pick', action: { type: 'key', stroke } });
    expect(view(other)).not.toContain('acme was not found');
  });

  it('says what was left out', () => {
    const value = { ...found, unparsed: ['odd\u001b[2J'] };
    const state = apply(initialDiscovery('acme'), { ...done, task: { status: 'done', value } });
    expect(view(state)).toContain('1 skipped: odd');
    expect(view(state)).not.toContain('\u001b');
  });

  it('has to be typed where the credentials are not told which there are', () => {
    expect(view(initialDiscovery(''), null)).toContain('cannot list workspaces: type the name');
  });

  it('is a project on a Data Center, in every word', () => {
    const onDataCenter = view(initialDiscovery(''), null, 'project');
    expect(onDataCenter).toContain('cannot list projects: type the key');
    expect(onDataCenter).not.toMatch(/workspace/i);
    const last = { workspace: '', options: {} };
    const environment = { SRC_TOKEN: 'set' };
    const state = initialState(migrationWizard, { environment, last, isDemo: false });
    expect(headingOf(migrationWizard, { ...state, step: 'discovery' }).title).toBe('Project');
    const reading = { ...state.discovery, task: { status: 'running' } } as const;
    expect(busyText(migrationWizard, { ...state, step: 'discovery', discovery: reading })).toBe(
      'Reading the project',
    );
  });
});
