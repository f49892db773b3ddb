import { describe, expect, it } from 'vitest';
import { parseGroups } from '../../../../src/core/discovery/settings/groups-file.ts';

describe('a file of groups', () => {
  it('names the members of each group, in any order of columns', () => {
    const text = 'source_username;group\r\njane;Devs\r\n\'=bob;devs\r\nann;"Ops; Night"\r\n';
    expect(parseGroups(text, 'groups.csv')).toEqual(
      new Map([
        ['devs', ['jane', '=bob']],
        ['ops; night', ['ann']],
      ]),
    );
  });

  it.each([
    ['', 'its first line has no columns group and source_username'],
    ['group,member\ndevs,jane\n', 'its first line has no columns group and source_username'],
    [
      'group,source_username\ndevs,\n,jane\n',
      'line 2: the member is missing; line 3: the group is missing',
    ],
    ['group,source_username\n"devs,jane\n', 'an opening quotation mark above is not closed'],
  ])('that is wrong (%j) is refused with its lines', (text, words) => {
    expect(() => parseGroups(text, 'groups.csv')).toThrow(
      expect.objectContaining({ code: 'input-file', message: expect.stringContaining(words) }),
    );
  });
});
