import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUserMap } from '../../../src/core/users/parse-user-map.ts';
import { peopleFile } from '../../../src/core/users/people-file.ts';
import { createUserMap } from '../../../src/core/users/user-map.ts';
import { anyCharacter } from '../../helpers/arbitraries/any-character.ts';
import { person } from './people.ts';

describe('the file of everybody who was seen', () => {
  it('begins with those who were seen most often, and names nobody on the target', () => {
    const text = peopleFile([
      { person: person('rare', { username: 'r' }), times: 1 },
      { person: person('often', { nickname: null, accountId: null }), times: 7 },
    ]);
    expect(text.split('\n')).toEqual([
      'source_username,target_username,display_name,account_id,uuid,times_seen',
      '{often-uuid},,OFTEN,,{often-uuid},7',
      'r,,RARE,5b10:rare,{rare-uuid},1',
      '',
    ]);
  });

  it('has a column of addresses where the host shows one', () => {
    const email = 'ada@acme.example';
    const people = [person('ada', { email }), person('bo')].map((one) => ({
      person: one,
      times: 1,
    }));
    const [head, ada, bo] = peopleFile(people).split('\n');
    expect(head).toMatch(/,times_seen,email$/);
    expect([ada, bo].map((row) => row?.split(',').at(-1))).toEqual([email, '']);
  });

  it('holds nothing that acts on a terminal, whatever people are called', () => {
    const name = 'Eve\u001b]0;x\u0007\u009b2J\u202e';
    const text = peopleFile([
      { person: person('x', { displayName: name, nickname: name, username: name }), times: 1 },
    ]);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(parseUserMap(text, 'x').rows[0]?.source).toBe('5b10:x');
  });

  it('names two people of one name by what tells them apart', () => {
    const people = ['1', '2'].map((id) => ({ person: person(id, { nickname: 'alex' }), times: 1 }));
    expect(parseUserMap(peopleFile(people), 'x').rows.map(({ source }) => source)).toEqual([
      '5b10:1',
      '5b10:2',
    ]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "'=1"])(
    'writes %j so that no spreadsheet runs it, and it is read again as it was',
    (name) => {
      const text = peopleFile([
        { person: person('x', { displayName: name, nickname: name }), times: 1 },
      ]);
      for (const cell of text.split('\n')[1]?.split(',') ?? []) {
        expect(cell.replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r]/);
      }
      const { rows } = parseUserMap(text, 'x');
      expect(rows[0]?.source).toBe(name.trim().replace(/^@/, ''));
    },
  );

  it('can be filled in and read as a user map, whatever people are called', () => {
    const name = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 12 }),
      fc
        .array(
          fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\t', '\r', '\n', ' ', 'a'),
          {
            maxLength: 8,
          },
        )
        .map((pieces) => pieces.join('')),
    );
    const people = fc
      .array(
        fc.record({ username: fc.option(name), nickname: fc.option(name), displayName: name }),
        {
          maxLength: 8,
        },
      )
      .map((names) => names.map((one, index) => person(`p${index}`, one)));
    fc.assert(
      fc.property(people, (all) => {
        const seen = all.map((one, index) => ({ person: one, times: 100 - index }));
        const { rows } = parseUserMap(peopleFile(seen), 'users.csv');
        expect(rows.map(({ uuid }) => uuid)).toEqual(all.map(({ id }) => id));
        const mapped = rows.map((row, index) => ({ ...row, target: `user-${index}` }));
        const map = createUserMap(mapped, all);
        expect(all.map(map.find)).toEqual(all.map((_, index) => `user-${index}`));
      }),
    );
  });
});
