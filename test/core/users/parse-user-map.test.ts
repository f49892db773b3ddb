import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../src/core/kernel/errors.ts';
import { parseUserMap } from '../../../src/core/users/parse-user-map.ts';
import { anyCharacter } from '../../helpers/arbitraries/any-character.ts';

const header = 'source_username,target_username';

function pairs(text: string) {
  return parseUserMap(text, 'users.csv').rows.map(({ source, target }) => [source, target]);
}

function refusal(text: string): MigratorError {
  try {
    parseUserMap(text, 'users.csv');
  } catch (error) {
    if (error instanceof MigratorError) return error;
    throw error;
  }
  throw new Error('it was taken');
}

describe('a user map', () => {
  it('is read with a BOM, quotation marks, blank lines and CRLF', () => {
    const text = `\ufeff${header}\r\n\r\n"jdoe","octocat"\r\n   \r\n"a, b",hubot\r\n`;
    expect(pairs(text)).toEqual([
      ['jdoe', 'octocat'],
      ['a, b', 'hubot'],
    ]);
  });

  it.each([
    ['semicolons', 'source_username;target_username\njdoe;octocat\n'],
    ['tabs', 'source_username\ttarget_username\njdoe\toctocat'],
    [
      'the line with which Excel names its separator',
      'sep=;\r\nsource_username;target_username\r\njdoe;octocat\r\n',
    ],
    ['old line ends', `${header}\rjdoe,octocat\r`],
    ['spaces and @ before names', ` source_username , target_username \n @jdoe , @octocat \n`],
    ['capitals in the header', 'Source_Username,TARGET_USERNAME\njdoe,octocat'],
    ['columns in another order', 'target_username,source_username\noctocat,jdoe'],
    ['cells that Excel adds at the end', `${header},,\njdoe,octocat,,\n,,,\n`],
    ['a row that comes twice', `${header}\njdoe,octocat\nJDOE,Octocat\n`],
  ])('is read with %s', (_what, text) => {
    expect(pairs(text)[0]).toEqual(['jdoe', 'octocat']);
  });

  it('maps nobody by a row without a target', () => {
    const map = parseUserMap(`${header}\njdoe,\nsmith,octocat\n`, 'users.csv');
    expect(map.findByName('jdoe')).toBeNull();
    expect(map.targets()).toEqual(['octocat']);
  });

  it('keeps its text, and the lines that its rows end on', () => {
    const text = `${header},display_name\na,b,"two\nlines"\n\nc,d,\n`;
    const map = parseUserMap(text, 'users.csv');
    expect(map.text).toBe(text);
    expect(map.rows.map(({ line }) => line)).toEqual([3, 5]);
  });

  it('names both lines of rows that contradict each other', () => {
    const error = refusal(`${header}\njdoe,octocat\n\n@JDoe,hubot\n`);
    expect(error.code).toBe('input-file');
    expect(error.message).toContain('lines 2 and 4: JDoe is mapped to octocat and to hubot');
  });

  it('takes two people of one name where their ids differ', () => {
    const text = `${header},uuid\nalex,octocat,{1}\nalex,hubot,{2}\n`;
    expect(pairs(text)).toHaveLength(2);
  });

  it('is read at once where files were joined until every row comes thousands of times', () => {
    const ids = Array.from({ length: 40_000 }, (_, index) => `joan,joan,,{${index}}`);
    const many = [
      ...Array.from({ length: 60_000 }, () => 'jane,jane-doe,1,2'),
      ...ids.slice(0, 100),
    ];
    const text = `${header},account_id,uuid\n${many.join('\n')}`;
    expect(parseUserMap(text, 'users.csv').targets()).toEqual(['jane-doe', 'joan']);
    // More namesakes than any workspace has are no list of people.
    const joined = `${header},account_id,uuid\n${ids.join('\n')}`;
    expect(refusal(joined).message).toContain('line 202: 200 other rows also have this name');
  });

  it('names unknown columns with what was probably meant, and columns that are missing or twice', () => {
    const { message } = refusal('source_usrname,target_username,target_username,team\n');
    expect(message).toContain(
      'line 1: the column source_usrname is unknown (did you mean source_username?)',
    );
    expect(message).toContain('line 1: the column target_username appears twice');
    expect(message).toContain('line 1: the column team is unknown');
    expect(message).toContain('line 1: the column source_username is missing');
  });

  it('asks for the header where the first line is a person', () => {
    expect(refusal('jdoe,octocat\n').message).toContain('line 1: this line is not a header');
  });

  it('reports all problems at once, each with its line', () => {
    const text = `${header}\n,octocat\njdoe,octo cat\na;b\nx,y,z\nfine,octocat\n`;
    const { message } = refusal(text);
    expect(message).toContain('line 2: source_username is empty');
    expect(message).toContain('line 3: "octo cat" is not a valid GitHub username');
    expect(message).toContain('line 4: it has 1 cell, but the header has 2');
    expect(message).toContain('line 5: it has 3 cells, but the header has 2');
    expect(message).not.toContain('line 6');
  });

  it('counts the problems that it does not list', () => {
    const rows = Array.from({ length: 30 }, () => ',octocat').join('\n');
    expect(refusal(`${header}\n${rows}\n`).message).toContain(
      'line 21: source_username is empty; and 10 more',
    );
  });

  it.each([
    ['', 'it is empty'],
    [`${header}\n"jdoe,octocat\n`, 'line 2: an opening quotation mark above is not closed'],
    [`${header}\nj"doe,octocat\n`, 'line 2: a cell has a quotation mark inside'],
    [
      `${header}\n${'x'.repeat(100_001)},octocat\n`,
      'line 2: a row is longer than 100000 characters',
    ],
  ])('refuses %j in a sentence', (text, words) => {
    expect(refusal(text).message).toContain(words);
  });

  it('shows no control characters of a file in its message', () => {
    expect(refusal(`${header}\njdoe,"\u001b[31m\nred"\n`).message).not.toMatch(/\p{Cc}/u);
  });

  it('never fails with anything but a sentence, whatever the file holds', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        header,
        ',',
        ';',
        '"',
        '""',
        '\n',
        '\r\n',
        '\t',
        '=',
        "'",
        '@',
        '\ufeff',
        'sep=;\n',
      ),
      fc.string({ unit: anyCharacter, maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          parseUserMap(pieces.join(''), 'users.csv');
        } catch (error) {
          expect(error).toBeInstanceOf(MigratorError);
          expect((error as MigratorError).code).toBe('input-file');
          expect((error as MigratorError).message).not.toMatch(/\p{Cc}/u);
        }
      }),
    );
  });
});
