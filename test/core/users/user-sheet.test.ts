import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUserMap } from '../../../src/core/users/parse-user-map.ts';
import { peopleFile } from '../../../src/core/users/people-file.ts';
import { editSheet, personOf, readSheet, withPeople } from '../../../src/core/users/user-sheet.ts';
import { anyCharacter } from '../../helpers/arbitraries/any-character.ts';
import { person } from './people.ts';

const head = 'source_username,target_username';
const best = { login: 'ada-gh', source: 'commit-email', confidence: 'high', also: [] } as const;

describe('a user map as a sheet', () => {
  it('shows what helps to recognize a person', () => {
    const email = 'ada@acme.example';
    const text = peopleFile([{ person: person('ada', { email, username: 'ada' }), times: 3 }]);
    const [row] = readSheet(text);
    expect(row).toMatchObject({ line: 2, source: 'ada', target: '', name: 'ADA', times: 3, email });
    expect(row && personOf(row)).toEqual({ name: 'ADA', handles: ['ada'], emails: [email] });
  });

  it('takes no id for a handle', () => {
    const [row] = readSheet(`${head},account_id\n5b10:x,,5b10:x\n`);
    expect(row && personOf(row).handles).toEqual([]);
  });

  it('changes the asked rows, and keeps separators, line ends, order and other columns', () => {
    const text =
      '\ufeffsep=;\r\ndisplay_name;source_username;target_username\r\nAda;ada;\r\nBo;bo;b\r\n';
    expect(editSheet(text, new Map([[3, { target: 'ada-gh' }]]))).toBe(
      text.replace('Ada;ada;', 'Ada;ada;ada-gh'),
    );
  });

  it('adds columns for suggestions, which the user map ignores', () => {
    const text = editSheet(`${head}\nada,\nbo,b\n`, new Map([[2, { suggestion: best }]]));
    expect(text.split('\n')).toEqual([
      `${head},suggested_username,suggestion_source,confidence`,
      'ada,,ada-gh,commit-email,high',
      'bo,b,,,',
      '',
    ]);
    expect(parseUserMap(text, 'x').rows.map(({ target }) => target)).toEqual([null, 'b']);
    const [, cleared] = editSheet(text, new Map([[2, { suggestion: null }]])).split('\n');
    expect(cleared).toBe('ada,,,,');
  });

  it('gets everybody who was seen and is in no row, in its own columns', () => {
    const text = 'target_username;source_username\nada-gh;ada\n';
    const people = ['ada', 'bo'].map((name) => ({ person: person(name), times: 2 }));
    expect(withPeople(text, people)).toBe(`${text};bo\n`);
    expect(withPeople(text, people.slice(0, 1))).toBe(text);
  });

  it('is the same after an edit that changes nothing, whatever people are called', () => {
    const name = fc.string({ unit: anyCharacter, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 5 }), (names) => {
        const people = names.map((displayName, index) => ({
          person: person(String(index), { displayName, nickname: displayName }),
          times: 1,
        }));
        const text = peopleFile(people);
        expect(readSheet(editSheet(text, new Map()))).toEqual(readSheet(text));
      }),
    );
  });
});
