import { describe, expect, it } from 'vitest';
import {
  unknownTargets,
  unusedRows,
  unusedRowsText,
} from '../../../src/core/users/map-mistakes.ts';
import { parseUserMap } from '../../../src/core/users/parse-user-map.ts';
import { createUserMap } from '../../../src/core/users/user-map.ts';
import { person } from './people.ts';

function map(...lines: readonly string[]) {
  return parseUserMap(['source_username,target_username', ...lines].join('\n'), 'users.csv');
}

const robin = person('robin', { username: 'rgreen', nickname: 'Robin G' });

describe('the person that a row is about', () => {
  it.each([
    'rgreen',
    'RGREEN',
    '@rgreen',
    'Robin G',
    'robin g',
    '5b10:robin',
    '{robin-uuid}',
    'ROBIN-UUID',
  ])('is found by %s', (name) => {
    expect(map(`${name},octocat`).find(robin)).toBe('octocat');
  });

  it('is found by an e-mail address, where the source reports it', () => {
    const jane = person('jane', { email: 'jane@example.com' });
    expect(map('Jane@example.com,octocat').find(jane)).toBe('octocat');
    expect(map('jane@example.com,octocat').find(robin)).toBeNull();
  });

  it('is nobody whom no row names', () => {
    expect(map('robin,octocat').find(robin)).toBeNull();
    expect(map().find(robin)).toBeNull();
  });

  it('is recognised by an id before a user name, and by that before a nickname', () => {
    expect(map('Robin G,a', 'rgreen,b', '5b10:robin,c').find(robin)).toBe('c');
    expect(map('Robin G,a', 'rgreen,b').find(robin)).toBe('b');
  });

  it('is not somebody else of that name, where the row says which one', () => {
    const text =
      'source_username,target_username,account_id,uuid\nrobin,a,,{other}\nrobin,b,,{robin-uuid}\n';
    expect(parseUserMap(text, 'users.csv').find(person('robin'))).toBe('b');
    const one = 'source_username,target_username,account_id\nrobin,a,5b10:other\n';
    expect(parseUserMap(one, 'users.csv').find(person('robin'))).toBeNull();
  });

  it('is an error where two rows are equally good and differ', () => {
    const text = 'source_username,target_username,account_id\n{robin-uuid},a,\nx,b,5b10:robin\n';
    expect(() => parseUserMap(text, 'users.csv').find(robin)).toThrow(
      /ROBIN \(5b10:robin\) is mapped by line 2 \(a\), line 3 \(b\)/,
    );
  });
});

describe('a user map that knows everybody', () => {
  const twins = [person('a', { nickname: 'alex' }), person('b', { nickname: 'Alex' })];

  it('refuses a row that fits several people, and lists them', () => {
    const { rows } = map('alex,octocat');
    expect(() => createUserMap(rows, twins)).toThrow(
      expect.objectContaining({
        code: 'input-file',
        message: expect.stringContaining('line 2: alex matches 2 people: A (5b10:a), B (5b10:b)'),
      }),
    );
  });

  it('takes such a row without a target', () => {
    expect(createUserMap(map('alex,').rows, twins).targets()).toEqual([]);
  });

  it('gives a name to whom it is the user name of, and not to whom it is the nickname of', () => {
    const owner = person('c', { username: 'alex', nickname: 'other' });
    const known = createUserMap(map('alex,octocat').rows, [...twins, owner]);
    expect(known.find(owner)).toBe('octocat');
    expect(twins.map(known.find)).toEqual([null, null]);
  });

  it('takes one person who was met twice for one', () => {
    const again = person('a', { nickname: 'alex', id: '{A-UUID}', displayName: 'Renamed' });
    const known = createUserMap(map('alex,octocat').rows, [
      person('a', { nickname: 'alex' }),
      again,
    ]);
    expect(known.find(again)).toBe('octocat');
  });

  it('refuses at once what two rows say of one person', () => {
    const text = 'source_username,target_username,account_id\n{robin-uuid},a,\nx,b,5b10:robin\n';
    const { rows } = parseUserMap(text, 'users.csv');
    expect(() => createUserMap(rows, [robin])).toThrow(/is mapped by line 2 \(a\), line 3 \(b\)/);
  });
});

describe('a mention', () => {
  it('is found by the names that mentions use', () => {
    const known = createUserMap(map('rgreen,octocat').rows, [robin]);
    expect(['5b10:robin', '{robin-uuid}', 'rgreen', '@RGreen'].map(known.findByName)).toEqual(
      Array.from({ length: 4 }, () => 'octocat'),
    );
    expect(known.findByName('Robin G')).toBeNull();
    expect(known.findByName('nobody')).toBeNull();
  });

  it('is found in the rows alone where nobody is known', () => {
    expect(map('5b10:x,octocat').findByName('5B10:x')).toBe('octocat');
  });

  it('means nobody where it may mean two', () => {
    const text = 'source_username,target_username,uuid\nalex,a,{1}\nalex,b,{2}\n';
    expect(parseUserMap(text, 'users.csv').findByName('alex')).toBeNull();
    expect(parseUserMap(text, 'users.csv').findByName('{2}')).toBe('b');
  });
});

describe('logins that the target does not have', () => {
  it('are reported in one error with the lines that name them', () => {
    const users = map('a,octocat', 'b,Ghost1', 'c,ghost1', 'd,ghost2');
    const [error, ...others] = unknownTargets(users, new Map([['octocat', 'Octocat']]));
    expect(others).toEqual([]);
    expect(error).toMatchObject({
      code: 'input-file',
      message:
        'The user map has 2 users not found on GitHub: Ghost1 (lines 3, 4), ghost2 (line 5, "d")',
    });
  });

  it('are counted where there are very many, which takes no time', () => {
    const many = Array.from({ length: 30_000 }, (_, index) => `a${index},ghost${index}`);
    const twice = Array.from({ length: 5000 }, (_, index) => `b${index},ghost7`);
    const [error] = unknownTargets(map(...many, ...twice), new Map());
    expect(error?.message).toMatch(
      /30000 users .*: ghost0 \(line 2, "a0"\), .*ghost7 \(lines 9, 30002, .* and more\), .* and 29950 more$/,
    );
  }, 3000);

  it('are none where all are found, in whatever case', () => {
    expect(unknownTargets(map('a,OCTOCAT'), new Map([['octocat', 'octocat']]))).toEqual([]);
  });
});

describe('rows that fit nobody', () => {
  const jane = person('jane', { username: 'jdoe', nickname: 'Jane D' });
  const unusedOf = (...lines: readonly string[]) => {
    const { rows } = parseUserMap(
      ['source_username,target_username,account_id', ...lines].join('\n'),
      'users.csv',
    );
    const known = [robin, jane];
    return unusedRowsText(unusedRows(rows, known), known);
  };

  it('are named with their lines, and with who was likely meant', () => {
    expect(unusedOf('rgreen,a', 'jdeo,b', 'somebody-else,c')).toBe(
      '"jdeo" (line 3, did you mean jdoe?), "somebody-else" (line 4)',
    );
  });

  it('mean a display name by the name that a row needs', () => {
    expect(unusedOf('ROBINN,a')).toBe('"ROBINN" (line 2, did you mean rgreen?)');
  });

  it('are none of those with an id, or without a login', () => {
    expect(unusedOf('left,a,5b10:left', 'bot,,')).toBe('');
  });

  it('are counted where they are many', () => {
    const many = Array.from({ length: 12 }, (_, index) => `x${'y'.repeat(20)}${index},a`);
    expect(unusedOf(...many)).toMatch(/\(line 11\), and 2 more$/);
  });
});
