import { describe, expect, it } from 'vitest';
import {
  type ClosureFacts,
  isClosed,
  judgeClosure,
} from '../../../../../src/core/replica/apply/closed-target/judge-closure.ts';

const closed: ClosureFacts = {
  fullName: 'acme/web',
  doors: {
    id: '1',
    visibility: 'private',
    archived: false,
    hasIssues: false,
    pullRequestPolicy: 'collaborators_only',
  },
  writers: [{ login: 'Mover', role: 'admin' }],
  owner: { id: '9', login: 'acme', kind: 'organization', basePermission: 'read' },
  owners: ['mover'],
  login: 'mover',
};

const kinds = (facts: ClosureFacts) => judgeClosure(facts).map(({ kind }) => kind);
const doors = (more: Partial<ClosureFacts['doors']>) => ({
  ...closed,
  doors: { ...closed.doors, ...more },
});

describe('judgeClosure', () => {
  it('finds nothing where only our account can change anything', () => {
    expect(judgeClosure(closed)).toEqual([]);
  });

  it.each([
    ['archived', doors({ archived: true })],
    ['visibility', doors({ visibility: 'internal' })],
    ['issues', doors({ hasIssues: true })],
    ['pull-requests', doors({ pullRequestPolicy: 'all' })],
    ['writers', { ...closed, writers: [{ login: 'jane', role: 'custom' } as const] }],
  ])('takes %s for open, with a remedy', (kind, facts) => {
    const [reason, ...others] = judgeClosure(facts);
    expect({ kind: reason?.kind, others }).toEqual({ kind, others: [] });
    expect(reason?.remedy).toMatch(/Settings/);
    expect(isClosed(judgeClosure(facts))).toBe(false);
  });

  it.each([
    ['no-policy', doors({ pullRequestPolicy: null })],
    ['owners', { ...closed, owners: ['mover', 'jane'] }],
    [
      'base-permission',
      { ...closed, owner: { ...closed.owner, basePermission: 'write' } as const },
    ],
  ])('names %s, which GitHub cannot close', (kind, facts) => {
    expect(kinds(facts)).toEqual([kind]);
    expect(isClosed(judgeClosure(facts))).toBe(true);
  });

  it('names owners once, not among those who can push', () => {
    const writers = ['mover', 'jane'].map((login) => ({ login, role: 'admin' }) as const);
    expect(kinds({ ...closed, writers, owners: ['mover', 'Jane'] })).toEqual(['owners']);
  });

  it('counts the names after the fifth', () => {
    const writers = [...'abcdefg'].map((login) => ({ login, role: 'write' }) as const);
    const [{ message } = { message: '' }] = judgeClosure({ ...closed, writers });
    expect(message).toBe('a, b, c, d, e and 2 others can push to acme/web');
  });

  it('does not name the person whose account holds the target', () => {
    const owner = { id: '3', login: 'mover', kind: 'user' } as const;
    expect(kinds({ ...closed, owner, owners: [], login: null })).toEqual([]);
  });
});
