import { describe, expect, it } from 'vitest';
import {
  parseTeamMap,
  teamAccess,
  teamSlug,
  teamsOf,
} from '../../../../src/core/settings/plan/team-map.ts';

const group = (id: string, name = id) => ({ id, name, members: null });

describe('a team map', () => {
  it('names the team of each group; others get one of their name', () => {
    const map = parseTeamMap('group,team\nDevs,Core Team\nops,\n', 'teams.csv');
    const groups = [group('devs'), group('ops'), group('qa-1', 'Quality & Assurance')];
    expect([...teamsOf(groups, map)]).toEqual([
      ['devs', 'core-team'],
      ['qa-1', 'quality-assurance'],
    ]);
  });

  it('says what teams may do, the least where groups share a team', () => {
    const map = parseTeamMap('access,group,team\nAdmin,a,one\npush,b,one\n,c,two\n', 'teams.csv');
    const groups = [group('a'), group('b'), group('c')];
    expect([...teamAccess(groups, map)]).toEqual([['one', { role: 'push', isAccepted: false }]]);
    expect(() => parseTeamMap('group,team,access\na,one,owner\n', 'teams.csv')).toThrow(
      'line 2: access must be one of pull, triage, push, maintain, admin',
    );
  });

  it('accepts more for a team only where each of its rows does', () => {
    const rows = (last: string) =>
      parseTeamMap(`group,team,access,accept\na,one,push,looser\nb,one,push,${last}\n`, 't.csv');
    const groups = [group('a'), group('b')];
    expect(teamAccess(groups, rows('looser')).get('one')?.isAccepted).toBe(true);
    expect(teamAccess(groups, rows('')).get('one')?.isAccepted).toBe(false);
    for (const wrong of ['a,one,push,yes', 'a,one,,looser']) {
      expect(() => parseTeamMap(`group,team,access,accept\n${wrong}\n`, 't.csv')).toThrow(
        'line 2: accept must be empty, or looser if access is set',
      );
    }
  });

  it.each([
    ['', 'its first line has no columns group and team'],
    [
      'group,team\n,x\ndevs,!!\nqa,a\nQA,b\n',
      'line 2: the group is missing; line 3: the team has no letter or digit; line 5: the group already has a row',
    ],
  ])('that is wrong (%j) is refused with its lines', (text, words) => {
    expect(() => parseTeamMap(text, 'teams.csv')).toThrow(
      expect.objectContaining({ code: 'input-file', message: expect.stringContaining(words) }),
    );
  });

  it('makes slugs of letters without accents, digits, single hyphens and underscores', () => {
    expect(teamSlug('Équipe  Web_1!')).toBe('equipe-web_1');
    expect(teamSlug('Web -- Core')).toBe('web-core');
  });
});
