import { describe, expect, it } from 'vitest';
import { acceptable, suggest } from '../../../../src/core/users/suggest/candidates.ts';
import {
  type Evidence,
  noEvidence,
  type UnmappedPerson,
} from '../../../../src/core/users/suggest/evidence.ts';

const ada: UnmappedPerson = { name: 'Ada Park', handles: ['ada'], emails: ['ada@acme.example'] };

function candidates(person: Partial<UnmappedPerson>, evidence: Partial<Evidence>) {
  const [found] = suggest([{ ...ada, emails: [], ...person }], { ...noEvidence, ...evidence });
  return found?.candidates.map(({ login, source, confidence }) => [login, source, confidence]);
}

const author = (name: string, email: string, login: string | null) => ({ name, email, login });

describe('suggestions', () => {
  it('are sure of the account that GitHub has a commit address of the person for', () => {
    const authors = [author('someone', 'ADA@acme.example', 'ada-gh')];
    expect(candidates({ emails: ['ada@acme.example'] }, { authors })).toEqual([
      ['ada-gh', 'commit-email', 'high'],
    ]);
  });

  it('are less sure where only the name of a commit is the person’s', () => {
    const authors = [author('Park, Ada', 'private@example.com', 'ada-gh')];
    expect(candidates({}, { authors })).toEqual([['ada-gh', 'commit-email', 'medium']]);
  });

  it('are not sure of a name of one word', () => {
    const members = [{ login: 'k1', name: 'kim' }];
    expect(candidates({ name: 'Kim' }, { members })).toEqual([['k1', 'member-name', 'low']]);
  });

  it('find single sign-on by address, and by the address of commits under the same name', () => {
    const identities = [{ login: 'ada_x', handles: ['Ada@Acme.example'], name: null }];
    expect(candidates({ emails: ['ada@acme.example'] }, { identities })).toEqual([
      ['ada_x', 'saml', 'high'],
    ]);
    const authors = [author('Ada Park', 'ada@acme.example', null)];
    expect(candidates({ handles: [] }, { identities, authors })).toEqual([
      ['ada_x', 'saml', 'medium'],
    ]);
  });

  it('find managed accounts by handle and short code, though they are no members yet', () => {
    const members = [{ login: 'robin-k_acme', name: null }];
    const managed = ['ada-p_acme'];
    expect(candidates({ name: 'x', handles: ['Ada.P'] }, { members, managed })).toEqual([
      ['ada-p_acme', 'managed-account', 'medium'],
    ]);
  });

  it('are sure where name and handle lead to the same account', () => {
    const members = [{ login: 'ada_acme', name: 'Ada Park' }];
    const [found] = suggest([ada], { ...noEvidence, members });
    expect(found?.best).toMatchObject({ login: 'ada_acme', confidence: 'high' });
    expect(found?.best?.also).toEqual(['member-name']);
  });

  it('list two that are equally likely, and accept none', () => {
    const members = ['a1', 'a2'].map((login) => ({ login, name: 'Ada Park' }));
    const [found] = suggest([ada], { ...noEvidence, members });
    expect(found).toMatchObject({ best: null, obstacle: 'several' });
    expect(found?.candidates).toHaveLength(2);
    expect(found && acceptable(found, 'low')).toBeNull();
  });

  it('do not accept one account for two people, nor one that the map gives to somebody else', () => {
    const members = [{ login: 'A1', name: 'Ada Park' }];
    const twice = suggest([ada, ada], { ...noEvidence, members });
    expect(twice.map(({ obstacle }) => obstacle)).toEqual(['shared', 'shared']);
    const [taken] = suggest([ada], { ...noEvidence, members }, ['a1']);
    expect(taken?.obstacle).toBe('shared');
  });

  it('are accepted from the asked confidence on', () => {
    const members = [{ login: 'a1', name: 'Ada Park' }];
    const [found] = suggest([ada], { ...noEvidence, members });
    if (found === undefined) throw new Error('nothing was found');
    expect(acceptable(found, 'high')).toBeNull();
    expect(acceptable(found, 'medium')?.login).toBe('a1');
  });

  it('say nothing of people without a name', () => {
    const members = [{ login: 'a1', name: null }];
    const authors = [author('', '', 'a2')];
    expect(candidates({ name: '', handles: ['---'] }, { members, authors })).toEqual([]);
  });
});
