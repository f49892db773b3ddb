import { describe, expect, it } from 'vitest';
import { strokes } from '../../../../src/screens/gallery/sample/drive-wizard.ts';
import { bodyOf } from '../../../../src/screens/wizard/engine/body.ts';
import {
  optionsView,
  selectionForecast,
} from '../../../../src/screens/wizard/steps/options/view.ts';
import {
  initialOptions,
  needsPublication,
  type OptionsAction,
  type OptionsState,
  optionNames,
  optionsOf,
  reduceOptions,
} from '../../../../src/screens/wizard/steps/state/options.ts';
import { migrationWizard } from '../../../../src/screens/wizard/steps.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { driveTo } from '../drive.ts';
import { fakeSession, repository, texts } from '../support.ts';

const glyphs = glyphsOf({ LANG: 'C.UTF-8' });
const size = { width: 79, height: 18 };
const apply = (state: OptionsState, ...actions: readonly OptionsAction[]) =>
  actions.reduce(reduceOptions, state);
const typed = (text: string): readonly OptionsAction[] =>
  strokes(text).map((stroke) => ({ type: 'key', stroke }));
const owners = [
  { login: 'acme', kind: 'organization', role: 'admin' },
  { login: 'jane', kind: 'user', role: 'admin' },
] as const;
const view = (state: OptionsState) =>
  texts(
    optionsView(state, { width: 79, glyphs, forecast: null, limit: null, large: [] }).lines,
  ).join('\n');

describe('the options', () => {
  it('keep the file name of a path that is too long, wherever the cursor was', () => {
    const userMap = `/home/jane/${'migration/'.repeat(9)}users.csv`;
    const state = apply(
      initialOptions({ userMap }),
      { type: 'focus', name: 'userMap' },
      { type: 'key', stroke: { key: 'home', text: '' } },
      { type: 'focus', name: 'organization' },
    );
    expect(view(state)).toMatch(/User map {7}….*\/users\.csv$/m);
  });

  it('begin with what was chosen the last time; replacing is selected again', () => {
    const state = initialOptions({
      organization: 'acme',
      existing: 'overwrite',
      comments: 'folded',
    });
    expect(optionsOf(state)).toMatchObject({
      organization: 'acme',
      existing: 'stop',
      comments: 'folded',
    });
    expect(optionsOf(initialOptions({ existing: 'skip' })).existing).toBe('skip');
  });

  it('have formats of archives only for an importer that takes exports of the source', () => {
    const archive = initialOptions({ engine: 'archive', archiveFormat: 'bitbucket-server' });
    const dataCenter = apply(archive, { type: 'source', hasExports: true, hasPipelines: false });
    expect(optionNames(archive)).not.toContain('archiveFormat');
    expect(optionsOf(archive).archiveFormat).toBe('github');
    expect(optionNames(dataCenter)).toContain('archiveFormat');
    expect(optionsOf(dataCenter).archiveFormat).toBe('bitbucket-server');
    const byRequests = apply(initialOptions({}), {
      type: 'source',
      hasExports: true,
      hasPipelines: false,
    });
    expect(optionNames(byRequests)).not.toContain('archiveFormat');
  });

  it('convert pipelines only of a source that has some', () => {
    const cloud = apply(initialOptions({ convertPipelines: true }), {
      type: 'source',
      hasExports: false,
      hasPipelines: true,
    });
    const dataCenter = apply(cloud, { type: 'source', hasExports: true, hasPipelines: false });
    expect(optionNames(cloud)).toContain('convertPipelines');
    expect(optionsOf(cloud).convertPipelines).toBe(true);
    expect(optionNames(dataCenter)).not.toContain('convertPipelines');
    expect(optionsOf(dataCenter).convertPipelines).toBe(false);
  });

  it('replace a preselected organization by what is typed, and edit it after another key', () => {
    const preset = apply(initialOptions({}), { type: 'owners', owners });
    expect(optionsOf(apply(preset, ...typed('nope-org'))).organization).toBe('nope-org');
    const last = initialOptions({ organization: 'mine' });
    expect(optionsOf(apply(last, { type: 'paste', text: 'other' })).organization).toBe('other');
    const edit = (key: string) =>
      apply(preset, { type: 'key', stroke: { key, text: '' } }, ...typed('x'));
    expect(optionsOf(edit('backspace')).organization).toBe('acmx');
    expect(optionsOf(edit('end')).organization).toBe('acmex');
  });

  it('replace the files of the last time as well', () => {
    const last = initialOptions({ userMap: 'people.csv', groups: 'groups.csv' });
    const at = (focus: 'userMap' | 'groups') => apply({ ...last, focus }, ...typed('x'));
    expect(at('userMap').userMap.text).toBe('x');
    expect(at('groups').groups.text).toBe('x');
  });

  it('take the first organization of the token where none is known, and no other than was typed', () => {
    expect(optionsOf(apply(initialOptions({}), { type: 'owners', owners })).organization).toBe(
      'acme',
    );
    const named = apply(initialOptions({}), ...typed('mine'), { type: 'owners', owners });
    expect(optionsOf(named).organization).toBe('mine');
    const turned = apply(named, { type: 'turn', by: 1 }, { type: 'turn', by: 1 });
    expect(optionsOf(turned).organization).toBe('jane');
  });

  it('say nothing that holds without being said', () => {
    const state = apply(initialOptions({}), { type: 'owners', owners });
    expect(optionsOf(state)).toEqual({
      organization: 'acme',
      convertPipelines: false,
      visibility: 'source',
      publishPrivate: false,
      nameFrom: 'slug',
      pullRequests: true,
      comments: null,
      lfs: 'found',
      largeFiles: 'refuse',
      userMap: '',
      existing: 'stop',
      workers: 4,
      settings: false,
      groups: '',
      follow: false,
      engine: 'rest',
      archiveFormat: 'github',
    });
  });

  it('name the selected repositories that are large enough for files over the limit', async () => {
    const sizes = { api: 300_000_000, web: 200_000_000, docs: 50_000_000 };
    const repositories = Object.entries(sizes).map(([slug, sizeBytes]) =>
      repository(slug, { sizeBytes }),
    );
    const driven = await driveTo('selection', { session: fakeSession(repositories) });
    driven.key('down', 'down', 'space', 'enter');
    const action = { type: 'focus', name: 'largeFiles' } as const;
    driven.context.store.dispatch({ type: 'options', action });
    const lines = texts(
      bodyOf(migrationWizard, driven.state(), { width: 79, height: 40, glyphs }).lines,
    );
    const said = lines.join(' ').replace(/\s+/g, ' ');
    expect(said).toContain('1 repository is over 100 MiB and may hold such files: api.');
  });

  it('fetch these repositories on a key, and show what a rewrite changes', async () => {
    const session = fakeSession([repository('api', { sizeBytes: 300_000_000 })]);
    const asked: (readonly string[])[] = [];
    const figures = {
      ...{ limit: 1, commits: 3, file_count: 1, lfs_bytes: 2e9, signatures: 0, pull_requests: 5 },
      files: [{ path: 'big.bin', bytes: 2e9 }],
    };
    session.answers = {
      async findLargeFiles({ repositories }) {
        asked.push(repositories.map(({ slug }) => slug));
        return { facts: new Map([['api', { large_files: figures }]]), failed: [] };
      },
    };
    const driven = await driveTo('options', { session });
    const action = { type: 'focus', name: 'largeFiles' } as const;
    driven.context.store.dispatch({ type: 'options', action });
    driven.key('ctrl+f');
    await driven.until(({ options }) => options.largeFiles.status === 'done');
    const { lines } = bodyOf(migrationWizard, driven.state(), { width: 79, height: 40, glyphs });
    const said = texts(lines).join(' ').replace(/\s+/g, ' ');
    expect(asked).toEqual([['api']]);
    expect(said).toContain(
      'api: 3 commits get new hashes; 1 file moves to LFS: big.bin (1907.35 MiB)',
    );
    expect(said).not.toContain('may hold such files');
  });

  it('take a group list where settings are read', () => {
    const name = { type: 'focus', name: 'groups' } as const;
    const typed = apply(initialOptions({ settings: true }), name, {
      type: 'text',
      text: 'groups.csv',
    });
    expect(optionNames(typed)).toContain('groups');
    expect(optionsOf(typed).groups).toBe('groups.csv');
    expect(optionNames(initialOptions({ groups: 'groups.csv' }))).not.toContain('groups');
    expect(optionsOf(initialOptions({ groups: 'groups.csv' })).groups).toBe('');
  });

  it('of pull requests are gone where none are migrated', () => {
    const off = apply(
      initialOptions({ userMap: 'users.csv', comments: 'folded' }),
      { type: 'focus', name: 'pullRequests' },
      { type: 'turn', by: 1 },
    );
    expect(optionNames(off)).not.toContain('comments');
    expect(optionsOf(off)).toMatchObject({ pullRequests: false, comments: null, userMap: '' });
  });

  it('of requests are gone where the importer is chosen', () => {
    const turned = apply(
      initialOptions({ comments: 'folded', follow: true }),
      { type: 'focus', name: 'engine' },
      { type: 'turn', by: 1 },
    );
    expect(optionNames(turned)).not.toContain('comments');
    expect(optionsOf(turned)).toMatchObject({ engine: 'archive', comments: null, follow: true });
    const without = apply(turned, { type: 'focus', name: 'pullRequests' }, { type: 'turn', by: 1 });
    expect(optionsOf(without).engine).toBe('rest');
  });

  it('leave out what the configuration says already, and cannot bring back what it leaves out', () => {
    const folded = apply(initialOptions({}), {
      type: 'config',
      config: { pull_requests: { comments: 'folded' } },
    });
    expect(folded.values.comments).toBe('folded');
    expect(optionsOf(folded).comments).toBeNull();
    const off = apply(
      initialOptions({}),
      { type: 'config', config: { pull_requests: { migrate: false } } },
      { type: 'focus', name: 'pullRequests' },
      { type: 'turn', by: 1 },
    );
    expect(off.values.pullRequests).toBe(false);
    expect(view(off)).toContain('migrator.yaml skips them');
    expect(optionsOf(off)).toMatchObject({ pullRequests: true, comments: null });
  });

  it('forget what was found out about another user map', () => {
    const value = { rows: 1, mapped: 1, unknown: ['nobody'], unmatched: [], unused: '', seen: 0 };
    const checked = apply(
      initialOptions({ userMap: 'a' }),
      { type: 'focus', name: 'userMap' },
      { type: 'check', check: { status: 'done', value } },
    );
    expect(view(checked)).toContain('GitHub has no user nobody');
    expect(view(apply(checked, ...typed('b')))).not.toContain('has no user');
  });

  it('show the hours of each mode once all selected ones were scanned', () => {
    const selected = new Set(['api']);
    const counts = { merged: 100, comments: 3000, with_comments: 100 };
    const facts = new Map([['api', { pull_requests: counts }]]);
    expect(selectionForecast({ selected, facts: new Map() })).toBeNull();
    const forecast = selectionForecast({ selected, facts });
    const state = apply(initialOptions({}), { type: 'focus', name: 'comments' });
    const lines = texts(
      optionsView(state, { width: 79, glyphs, forecast, limit: null, large: [] }).lines,
    ).join('\n');
    expect(lines).toMatch(/threaded +6h/);
    expect(lines).toMatch(/folded +1m/);
    // A Data Center and an Enterprise Server limit nobody.
    const own = { kind: 'bitbucket-data-center', targetIsLimited: false } as const;
    const unlimited = selectionForecast({ selected, facts }, own);
    expect(unlimited?.times.threaded.mergedByRequest).toBe(0);
    expect(view(state)).toContain('A deep scan shows how many hours each choice takes.');
  });
});

describe('the rows of the options', () => {
  it('begin with the three that matter, and say what the row at the cursor means below it', () => {
    const shown = view(apply(initialOptions({}), { type: 'focus', name: 'existing' })).split('\n');
    expect(shown.slice(0, 10)).toEqual([
      '  Organization   type its name',
      '  Visibility     as on Bitbucket',
      '❯ If it exists   ← stop before writing anything →',
      '  ● stop before writing anything',
      '  ○ skip it',
      '  ○ replace it; rename and keep the old one',
      '  migrator finds existing repositories before it writes anything. You confirm',
      '  before it replaces any.',
      '',
      'What is migrated',
    ]);
  });
});

describe('the choice to make repositories public', () => {
  const turnTo = (state: OptionsState, times: number) =>
    apply(
      { ...state, focus: 'visibility' },
      ...Array.from({ length: times }, () => ({ type: 'turn', by: 1 }) as const),
    );

  it('is made each time, and counts once it is confirmed', () => {
    expect(optionsOf(initialOptions({ visibility: 'public' })).visibility).toBe('source');
    const chosen = turnTo(initialOptions({}), 3);
    expect(optionsOf(chosen)).toMatchObject({ visibility: 'public', publishPrivate: false });
    expect(needsPublication(chosen)).toBe(true);
    const confirmed = apply(chosen, { type: 'published', repositories: ['one', 'two'] });
    expect(optionsOf(confirmed).publishPrivate).toBe(true);
    expect(optionsOf(turnTo(confirmed, 4))).toMatchObject({
      visibility: 'public',
      publishPrivate: false,
    });
  });

  it('is confirmed for the private repositories that were selected then, and for no other', () => {
    const published = { type: 'published', repositories: ['one', 'two'] } as const;
    const confirmed = apply(turnTo(initialOptions({}), 3), published);
    const fewer = apply(confirmed, { type: 'selected', closed: ['two'] });
    expect(needsPublication(fewer)).toBe(false);
    const other = apply(confirmed, { type: 'selected', closed: ['two', 'three'] });
    expect(needsPublication(other)).toBe(true);
    expect(optionsOf(other).publishPrivate).toBe(false);
  });

  it('is made again after another private repository was selected', async () => {
    const names = ['open', 'secret'] as const;
    const session = fakeSession(
      names.map((name) => repository(name, { visibility: name === 'open' ? 'public' : 'private' })),
    );
    const driven = await driveTo('selection', { session });
    driven.type('secret');
    // What is public on Bitbucket is no decision.
    driven.key('space', 'esc', 'enter', 'down', 'right', 'right', 'right', 'enter');
    await driven.until(({ review }) => review.task.status === 'done');
    driven.key('esc', 'esc');
    expect(driven.state().step).toBe('selection');
    driven.type('secret');
    driven.key('space', 'esc', 'enter');
    expect(needsPublication(driven.state().options)).toBe(true);
    driven.key('enter');
    expect(driven.state().options.publication).toBe('asked');
  });

  it('is asked about internal repositories as well, and never remembered', async () => {
    const driven = await driveTo('options');
    driven.key('down', 'right', 'right', 'enter');
    expect(driven.state().options.values.visibility).toBe('internal');
    const { lines, typing } = bodyOf(migrationWizard, driven.state(), { ...size, glyphs });
    expect(texts(lines)[0]).toBe(
      '3 private repositories become visible to everyone in your enterprise: code,',
    );
    expect(typing).toMatchObject({ question: 'Set 3 repositories to internal?' });
    expect(typing?.expected).toBe('internal');
    expect(initialOptions({ visibility: 'internal' }).values.visibility).toBe('source');
  });

  it('gets what is typed, and no other field', () => {
    const asked = apply(initialOptions({ organization: 'acme' }), {
      type: 'publication',
      publication: 'asked',
    });
    expect(optionsOf(apply(asked, ...typed('public'))).organization).toBe('acme');
  });
});
