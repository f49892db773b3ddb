import { describe, expect, it } from 'vitest';
import { unmappedNotes } from '../../../../src/core/run/preflight/preflight-notes.ts';
import { parseUserMap } from '../../../../src/core/users/parse-user-map.ts';

const mapOf = (...logins: readonly string[]) =>
  parseUserMap(
    ['source_username,target_username', ...logins.map((login, at) => `p${at},${login}`)].join('\n'),
    'users.csv',
  );

describe('the note about people without a GitHub login', () => {
  it('counts those whom a map leaves open, as the file of `discover --users` does with all', () => {
    expect(unmappedNotes(mapOf('', '', ''))).toEqual([
      'The user map has no GitHub login for any of its 3 people: their names are plain text, without links or review requests',
    ]);
    expect(unmappedNotes(mapOf('jane', '', 'bob')).join()).toContain('for 1 of its 3 people');
  });

  it('is left out where everybody has one, and says so where there is no map', () => {
    expect(unmappedNotes(mapOf('jane'))).toEqual([]);
    expect(unmappedNotes(null).join()).toContain('No user map');
  });
});
