import { describe, expect, it } from 'vitest';
import { parseMannequinMap } from '../../../src/core/users/mannequin-map.ts';
import { parseUserMap } from '../../../src/core/users/parse-user-map.ts';
import { isMannequinFile } from '../../../src/core/users/user-row.ts';

const head = 'mannequin-user,mannequin-id,target-user';
const parse = (...lines: readonly string[]) =>
  parseMannequinMap([head, ...lines].join('\n'), 'm.csv');

describe('GitHub’s own file of mannequins', () => {
  it('names who may claim an account, by its id before its login', () => {
    const map = parse('ada,M_1,ada-gh', 'bo,,@bo-gh', 'kim,M_3,');
    const target = (id: string, login: string) => map.find({ id, login })?.target;
    expect(target('M_1', 'renamed')).toBe('ada-gh');
    expect(target('M_2', 'BO')).toBe('bo-gh');
    expect(target('M_3', 'kim')).toBeNull();
    // Another account of the same login.
    expect(target('M_9', 'ada')).toBeUndefined();
  });

  it('is recognized by its first line', () => {
    for (const first of [head, `\ufeff"mannequin-user";x`, `sep=;\r\n${head}`]) {
      expect(isMannequinFile(first)).toBe(true);
    }
    expect(isMannequinFile('source_username,target_username\nmannequin-user,x')).toBe(false);
  });

  it.each([
    [['ada,M_1,a', 'ada,M_1,b'], 'lines 2 and 3: ada goes to two people'],
    [[',M_1,a'], 'line 2: mannequin-user is empty'],
    [['ada,M_1,not a login'], 'line 2: "not a login" is not a valid GitHub username'],
  ])('is refused with every problem: %j', (lines, problem) => {
    expect(() => parse(...lines)).toThrow(problem);
  });

  it('is refused without one of its columns', () => {
    expect(() => parseMannequinMap('mannequin-user,target-user\n', 'm.csv')).toThrow('no columns');
  });

  it('is refused where people of the source are needed', () => {
    const refused = {
      code: 'input-file',
      message: 'm.csv lists mannequins, not Bitbucket users',
    };
    expect(() => parseUserMap(head, 'm.csv')).toThrow(expect.objectContaining(refused));
  });
});
