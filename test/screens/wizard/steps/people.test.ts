import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { parseUserMap } from '../../../../src/core/users/parse-user-map.ts';
import { suggest } from '../../../../src/core/users/suggest/candidates.ts';
import { noEvidence } from '../../../../src/core/users/suggest/evidence.ts';
import { personOf, readSheet } from '../../../../src/core/users/user-sheet.ts';
import type { WizardSession } from '../../../../src/core/wizard/session/session.ts';
import { bodyOf } from '../../../../src/screens/wizard/engine/body.ts';
import { promptWizard } from '../../../../src/screens/wizard/engine/prompts.ts';
import { peopleKeys } from '../../../../src/screens/wizard/steps/people/keys.ts';
import { migrationWizard } from '../../../../src/screens/wizard/steps.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { type Driven, driveTo } from '../drive.ts';
import { fakeSession, texts } from '../support.ts';

const glyphs = glyphsOf({ LANG: 'C.UTF-8' });

const map = [
  'source_username;target_username;display_name;times_seen;email',
  'ada;;Ada Park;12;ada@acme.example',
  'bo;;Bo Lindt;7;',
  'kim;;Kim Min;3;',
  'lee;lee-gh;Lee Gray;1;',
  '',
].join('\n');

const evidence = {
  ...noEvidence,
  authors: [{ name: 'x', email: 'ada@acme.example', login: 'ada-gh' }],
  members: [
    { login: 'bo-gh', name: 'Bo Lindt' },
    { login: 'kim1', name: 'Kim Min' },
    { login: 'kim2', name: 'Kim Min' },
  ],
};

const suggestUsers: WizardSession['suggestUsers'] = async ({ text }) => {
  const rows = readSheet(text).filter(({ target }) => target === '');
  const suggestions = suggest(rows.map(personOf), evidence);
  const found = rows.flatMap((row, at) => {
    const suggestion = suggestions[at];
    return suggestion === undefined ? [] : [{ row, suggestion }];
  });
  return { rows: found, notes: [], members: evidence.members };
};

async function toPeople(
  answers: Partial<WizardSession> = {},
  { userMap = 'users.csv', size = { width: 79, height: 18 } } = {},
): Promise<Driven> {
  const session = fakeSession();
  session.answers = {
    readUserMap: async (path) => parseUserMap(map, path),
    suggestUsers,
    ...answers,
  };
  const last = { workspace: '', options: { userMap } };
  const driven = await driveTo('options', { session, last, size });
  driven.context.store.dispatch({ type: 'options', action: { type: 'focus', name: 'userMap' } });
  driven.key('ctrl+e');
  await driven.until(({ people }) => people.task.status !== 'running');
  await driven.until(({ people }) => people.suggestions.status !== 'running');
  return driven;
}

const linesOf = (driven: Driven, size = { width: 79, height: 18 }) =>
  texts(bodyOf(migrationWizard, driven.state(), { ...size, glyphs }).lines);
const text = (driven: Driven) => linesOf(driven).join('\n');

const saved = async (driven: Driven) => {
  driven.key('enter');
  await driven.until(({ step }) => step === 'options');
  return driven.session.written;
};

describe('people', () => {
  it('are listed with login, times seen and best suggestion', async () => {
    const driven = await toPeople();
    expect(
      linesOf(driven)
        .slice(0, 7)
        .map((one) => one.trimEnd()),
    ).toEqual([
      '1 of 4 people with a login  row 1 of 4',
      'Filter   type to filter',
      expect.stringMatching(/^ {2}Name +Seen {2}Login +Suggestion/),
      expect.stringMatching(/^❯ Ada Park +12 {2}– +ada-gh high/),
      expect.stringMatching(/^ {2}Bo Lindt +7 {2}– +bo-gh medium/),
      expect.stringMatching(/^ {2}Kim Min +3 {2}– +2 equally likely/),
      expect.stringMatching(/^ {2}Lee Gray +1 {2}lee-gh/),
    ]);
    expect(text(driven)).toContain('ada: ada-gh (high, commits)');
  });

  it('get a suggestion one by one, and the next candidate by the same key', async () => {
    const driven = await toPeople();
    driven.key('space');
    expect(text(driven)).toContain('2 of 4 people with a login, 1 not saved');
    driven.key('down', 'down', 'space');
    expect(text(driven)).toMatch(/Kim Min +3 +kim1/);
    driven.key('space');
    expect(text(driven)).toMatch(/Kim Min +3 +kim2/);
  });

  it('without a suggestion can be searched or typed, as their line and Space say', async () => {
    const text = [map.trimEnd(), 'zoe;;Zoe Nobody;1;', ''].join('\n');
    const driven = await toPeople({ readUserMap: async (path) => parseUserMap(text, path) });
    driven.type('zoe');
    expect(linesOf(driven).join('\n')).toContain(
      'zoe: no suggestion; Ctrl+T types a login or searches the members',
    );
    driven.key('space');
    expect(driven.state().people.filter.text).toBe('zoe');
    driven.key('ctrl+t');
    driven.type('kim2\r');
    expect(linesOf(driven).join('\n')).toMatch(/Zoe Nobody +1 +kim2/);
  });

  it('get all suggestions that are sure enough at once', async () => {
    const driven = await toPeople();
    driven.key('ctrl+a');
    expect(driven.state().people.edits).toEqual(new Map([[2, 'ada-gh']]));
    driven.key('ctrl+a');
    const all = peopleKeys(driven.wizard.context, { width: 79, height: 18 }).find(({ keys }) =>
      keys.includes('ctrl+a'),
    );
    expect(all?.disabled).toBe('no suggestion is high: Tab for medium');
    driven.key('tab', 'ctrl+a', 'tab', 'ctrl+a');
    expect([...driven.state().people.edits.values()]).toEqual(['ada-gh', 'bo-gh']);
  });

  it('are saved to the same file, whose other columns and separators stay', async () => {
    const driven = await toPeople();
    expect(text(driven)).toContain('Press Enter to replace users.csv; its other columns stay');
    driven.key('ctrl+a');
    const written = await saved(driven);
    expect(written.get('users.csv')).toBe(map.replace('ada;;', 'ada;ada-gh;'));
    expect(driven.state().options.userMap.text).toBe('users.csv');
  });

  it('get a member of the organization by a few letters of the name', async () => {
    const driven = await toPeople();
    driven.key('down', 'ctrl+t');
    expect(text(driven)).toContain('Members of the organization: 3');
    driven.type('min');
    expect(text(driven)).toContain('❯ kim1');
    driven.key('down', 'enter');
    expect(driven.state().people.edits).toEqual(new Map([[3, 'kim2']]));
  });

  it('start with those who have no login', async () => {
    const readUserMap = async (path: string) =>
      parseUserMap('source_username,target_username\nlee,lee-gh\nada,\n', path);
    const driven = await toPeople({ readUserMap });
    expect(driven.state().people.rows.map(({ source }) => source)).toEqual(['ada', 'lee']);
  });

  it('take back what was accepted and typed', async () => {
    const driven = await toPeople();
    driven.key('space', 'down', 'ctrl+t');
    driven.type('bo-x');
    driven.key('enter', 'ctrl+x');
    expect([...driven.state().people.edits]).toEqual([[2, 'ada-gh']]);
    driven.key('ctrl+z');
    expect(driven.state().people.edits.get(3)).toBe('bo-x');
    driven.key('ctrl+z', 'ctrl+z');
    expect(driven.state().people.edits.size).toBe(0);
    expect(driven.state().notice?.text).toBe('Undone: Ada Park is ada-gh');
  });

  it('get a typed login, and none that GitHub cannot have', async () => {
    const driven = await toPeople();
    driven.key('down', 'ctrl+t');
    driven.type('not ok');
    expect(text(driven)).toContain('not a valid login');
    driven.key('enter');
    expect(driven.state().people.typing).not.toBeNull();
    driven.key('ctrl+u');
    driven.type('@bo-x');
    driven.key('enter');
    expect(driven.state().people.edits).toEqual(new Map([[3, 'bo-x']]));
    driven.key('ctrl+x');
    expect(driven.state().people.edits.size).toBe(0);
  });

  it('are searched by any of their names', async () => {
    const driven = await toPeople();
    driven.type('lee-gh');
    expect(text(driven)).toContain('row 1 of 1');
    driven.key('ctrl+x', 'esc');
    expect(text(driven)).toContain('0 of 4 people with a login, 1 not saved');
  });

  it('are left unsaved with a word, and changes are still there later', async () => {
    const driven = await toPeople();
    driven.key('space', 'esc');
    expect(driven.state()).toMatchObject({
      step: 'options',
      notice: { text: 'You have unsaved changes to the user map' },
    });
    driven.key('ctrl+e');
    expect(driven.state().people.edits.size).toBe(1);
    expect(driven.session.written.size).toBe(0);
  });

  it('can be edited while suggestions are looked for, and without any', async () => {
    const pending = await toPeople({
      suggestUsers: async () => {
        throw new MigratorError('unavailable', 'api.github.com is away');
      },
    });
    expect(text(pending)).toContain('No suggestions: api.github.com is away');
    pending.key('space', 'ctrl+t');
    pending.type('ada-x');
    pending.key('enter');
    expect((await saved(pending)).get('users.csv')).toContain('ada;ada-x;');
  });

  it('show why the map cannot be read', async () => {
    const driven = await toPeople({
      readUserMap: async (path) => parseUserMap('wrong\n', path),
    });
    expect(text(driven)).toContain('Invalid user map users.csv');
    driven.key('esc');
    expect(driven.state().step).toBe('options');
  });

  it('begin a new file with everybody who was seen, and say so where nobody was', async () => {
    const driven = await toPeople({}, { userMap: '' });
    expect(text(driven)).toContain('a deep scan (Ctrl+D in the repository list) to find');
    driven.key('enter');
    expect(driven.session.written.size).toBe(0);
  });

  it.each([
    [59, 16],
    [79, 20],
    [119, 36],
  ])('fit %d columns and %d rows', async (width, height) => {
    const driven = await toPeople({}, { size: { width, height } });
    const lines = linesOf(driven, { width, height });
    expect(lines.length).toBeLessThanOrEqual(height);
    for (const one of lines) expect(one.length).toBeLessThanOrEqual(width);
    expect(lines.join('\n')).toContain('ada-gh high');
  });

  it('are asked for by numbers in plain output', async () => {
    const driven = await toPeople();
    // All that are sure, then the second person, then save; the end of input ends the wizard.
    const answers = ['2', '4', 'bo-gh', '1'];
    const said: string[] = [];
    await promptWizard({
      wizard: driven.wizard,
      ask: async () => answers.shift() ?? null,
      write: (one) => void said.push(one),
    });
    expect(said.join('')).toContain('Ada Park: none');
    expect(said.join('')).toContain('  bo-gh (medium)');
    expect(driven.session.written.get('users.csv')).toBe(
      map.replace('ada;;', 'ada;ada-gh;').replace('bo;;', 'bo;bo-gh;'),
    );
    expect(driven.state().step).toBe('options');
  });
});
