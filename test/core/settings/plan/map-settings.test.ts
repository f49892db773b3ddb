import { describe, expect, it } from 'vitest';
import type { SourceSettings } from '../../../../src/core/ports/records/source-settings.ts';
import type { MappingContext } from '../../../../src/core/settings/mapping/item.ts';
import { mapSettings } from '../../../../src/core/settings/plan/map-settings.ts';
import { check, contextOf, group, noSettings, user } from '../settings-fixture.ts';

function mapped(changes: Partial<SourceSettings>, choices: Partial<MappingContext> = {}) {
  const settings = { ...noSettings, ...changes };
  return mapSettings({ kind: 'bitbucket-cloud', settings, groups: [] }, contextOf(choices));
}

const webhook = {
  id: '1',
  level: 'repository',
  name: 'build',
  url: 'https://ci.example.com/hook?token=abc',
  active: true,
  events: ['repo:push', 'pullrequest:created', 'repo:imported'],
  secret: true,
  verified: true,
} as const;

describe('the settings of a repository', () => {
  it('that has none are none', () => {
    const { items, target } = mapped({});
    expect(items).toEqual([]);
    expect(target).toMatchObject({ rulesets: [], access: [], flags: null, autoMerge: false });
  });

  it('give teams and people the roles that they had, and administrators no more than asked for', () => {
    const { items, target } = mapped({
      access: [
        { actor: group('devs'), level: 'read', from: 'project' },
        { actor: group('devs'), level: 'write', from: 'repository' },
        { actor: user('ann'), level: 'admin', from: 'repository' },
        { actor: user('stranger'), level: 'write', from: 'repository' },
        { actor: { kind: 'everyone', id: '', name: 'everyone' }, level: 'read', from: 'project' },
      ],
    });
    expect(items.map(({ grade }) => grade)).toEqual(['exact', 'stricter', 'none', 'none']);
    expect(target.access).toEqual([
      { actor: { kind: 'team', name: 'devs' }, role: 'push' },
      { actor: { kind: 'user', name: 'ann' }, role: 'maintain' },
    ]);
  });

  it.each(['rules', 'checks'] as const)('let nobody write where %s could not be read', (part) => {
    const unread = [{ part, reason: 'no permission' }];
    const key = { id: '1', level: 'repository', label: 'ci', key: 'ssh-rsa AAAA' } as const;
    const source: Partial<SourceSettings> = {
      unread,
      access: [
        { actor: group('devs'), level: 'write', from: 'repository' },
        { actor: user('ann'), level: 'read', from: 'repository' },
      ],
      keys: [{ ...key, access: 'write' }],
    };
    const { items, target } = mapped(source);
    expect(target.access.map(({ role }) => role)).toEqual(['pull', 'pull']);
    expect(target.keys).toEqual([]);
    expect(items.map(({ grade }) => grade)).toEqual(['stricter', 'exact', 'none']);
    const offered = items.filter(({ looser }) => looser !== null).map(({ id }) => id);
    const open = mapped(source, { accepted: new Set(offered) });
    expect(open.target.access.map(({ role }) => role)).toEqual(['push', 'pull']);
    expect(open.target.keys).toMatchObject([{ readOnly: false }]);
    expect(open.items.map(({ grade }) => grade)).toEqual(['looser', 'exact', 'looser']);
  });

  it('give a team of two groups only what both have', () => {
    const teams = new Map([
      ['devs', 'all'],
      ['leads', 'all'],
    ]);
    const access = [
      { actor: group('devs'), level: 'read', from: 'repository' },
      { actor: group('leads'), level: 'write', from: 'repository' },
    ] as const;
    expect(mapped({ access }, { teams }).target.access).toMatchObject([{ role: 'pull' }]);
    expect(mapped({ access: access.slice(1) }, { teams }).target.access).toEqual([]);
  });

  it('leave owners of the workspace to people, beside what they were granted', () => {
    const owner = { actor: user('ann'), level: 'admin', from: 'workspace' } as const;
    const alone = mapped({ access: [owner] });
    expect(alone.items).toMatchObject([{ grade: 'none', source: 'workspace owner ann' }]);
    expect(alone.target.access).toEqual([]);
    const granted = { actor: user('ann'), level: 'write', from: 'repository' } as const;
    const both = mapped({ access: [owner, granted] });
    expect(both.target.access).toMatchObject([{ role: 'push' }]);
  });

  it('make topics of labels, as many as GitHub takes', () => {
    const { items, target } = mapped({ labels: ['web', 'checkout'] });
    expect(items).toMatchObject([{ grade: 'exact', source: '2 labels: web, checkout' }]);
    expect(target.topics).toEqual(['web', 'checkout']);
    const many = mapped({ labels: Array.from({ length: 25 }, (_, at) => `label-${at}`) });
    expect(many.items).toMatchObject([{ grade: 'stricter' }]);
    expect(many.target.topics).toHaveLength(20);
    expect(mapped({ labels: ['Has Blanks'] }).items).toMatchObject([{ grade: 'stricter' }]);
  });

  it('keep webhooks off and their secrets out of texts', () => {
    const { items, target } = mapped({ webhooks: [webhook] });
    expect(items[0]).toMatchObject({
      source: 'build to ci.example.com/hook?…',
      grade: 'stricter',
      target: 'inactive: create, delete, pull_request, push',
    });
    expect(items[0]?.why).toContain('Not available on GitHub: 1 event.');
    expect(JSON.stringify(items)).not.toContain('abc');
    expect(target.webhooks).toMatchObject([{ url: webhook.url }]);
  });

  it.each([
    [{ ...webhook, events: ['issue:created'] }],
    [{ ...webhook, url: 'javascript:alert(1)' }],
  ])('leave out webhooks that GitHub cannot send (%#)', (hook) => {
    const { items, target } = mapped({ webhooks: [hook] });
    expect(items[0]?.grade).toBe('none');
    expect(target.webhooks).toEqual([]);
  });

  it('carry a repository’s own keys that GitHub takes', () => {
    const key = {
      id: '1',
      level: 'repository',
      label: 'ci',
      key: 'ssh-ed25519 AAAAC3Nza ci@host',
      access: 'read',
    } as const;
    const { items, target } = mapped({
      keys: [key, { ...key, id: '2', level: 'project' }, { ...key, id: '3', key: 'ssh-dss AAAA' }],
    });
    expect(items.map(({ grade }) => grade)).toEqual(['exact', 'none', 'none']);
    expect(target.keys).toEqual([{ title: 'ci', key: key.key, readOnly: true }]);
  });

  it.each([
    [['merge_commit', 'squash'], 'exact', { mergeCommit: true, squash: true, rebase: false }],
    [['no-ff', 'rebase-ff-only'], 'stricter', { mergeCommit: true, squash: false, rebase: true }],
    [['fast_forward'], 'stricter', { mergeCommit: false, squash: false, rebase: true }],
    [['octopus'], 'none', null],
  ] as const)('map the merge strategies %j with the grade %s', (enabled, grade, flags) => {
    const { items, target } = mapped({ strategies: { enabled, standard: enabled[0] } });
    expect(items).toMatchObject([{ kind: 'merge-strategies', grade }]);
    expect(target.flags).toEqual(flags);
  });

  it('ask default reviewers as code owners, and require nothing that GitHub cannot require', () => {
    const reviewers = {
      id: '1',
      level: 'repository',
      reviewers: [user('ann'), group('devs')],
      source: { kind: 'any' },
      destination: { kind: 'any' },
      approvals: 0,
    } as const;
    const asked = mapped({ reviewers: [reviewers] });
    expect(asked.items).toMatchObject([{ grade: 'stricter', target: 'CODEOWNERS: * @ann @devs' }]);
    expect(asked.target.owners).toHaveLength(2);
    const required = { ...reviewers, approvals: 1 };
    expect(mapped({ reviewers: [required] }).items).toMatchObject([{ grade: 'none' }]);
    const accepted = new Set(['reviewers:1']);
    expect(mapped({ reviewers: [required] }, { accepted }).items).toMatchObject([
      { grade: 'looser' },
    ]);
    const ofMain = { ...reviewers, destination: { kind: 'branch', name: 'main' } } as const;
    expect(mapped({ reviewers: [ofMain] }).items).toMatchObject([{ grade: 'none' }]);
  });

  it('turn keys of Jira into autolinks that do not overlap', () => {
    const { items, target } = mapped({
      jira: [
        { key: 'PAY', url: 'https://jira.example.com/context/browse/PAY' },
        { key: 'pay', url: 'https://jira.example.com/browse/pay' },
        { key: 'WEB', url: 'mailto:someone' },
      ],
    });
    expect(items.map(({ grade }) => grade)).toEqual(['exact', 'none', 'none']);
    expect(target.autolinks).toEqual([
      { prefix: 'PAY-', url: 'https://jira.example.com/context/browse/PAY-<num>' },
    ]);
  });

  it('turn keys that were only seen into autolinks once the address of Jira is known', () => {
    const jira = [{ key: 'PAY', url: null }];
    const unknown = mapped({ jira });
    expect(unknown.items).toMatchObject([
      { grade: 'none', why: expect.stringContaining('--jira-url') },
    ]);
    expect(unknown.target.autolinks).toEqual([]);
    const known = mapped({ jira }, { jiraUrl: 'https://acme.atlassian.net/jira/' });
    expect(known.items).toMatchObject([{ grade: 'exact' }]);
    expect(known.target.autolinks).toEqual([
      { prefix: 'PAY-', url: 'https://acme.atlassian.net/jira/browse/PAY-<num>' },
    ]);
  });

  it('switch auto-merge on where it was', () => {
    const { items, target } = mapped({
      checks: [check({ kind: 'auto-merge' })],
      owners: { path: '.bitbucket/CODEOWNERS', bytes: 10 },
    });
    expect(items.map(({ grade }) => grade)).toEqual(['exact', 'none']);
    expect(target.autoMerge).toBe(true);
  });
});
