import { describe, expect, it } from 'vitest';
import { permissionRefused } from '../../../../../src/core/hosts/github/rest/refusals.ts';

function refused(message: string, headers: Record<string, string> = {}) {
  const classic = { 'x-oauth-scopes': 'repo', 'x-accepted-oauth-scopes': 'repo' };
  const answer = { status: 403, headers: { ...classic, ...headers }, json: { message } };
  return permissionRefused(answer, 'api.github.com', 'POST /orgs/acme/repos');
}

describe('permissionRefused', () => {
  it.each([
    ['Sorry. Your account was suspended', 'The account is suspended'],
    ['Repository was archived so is read-only.', 'Unarchive the repository'],
    ['Unable to create comment because issue is locked.', 'Unlock the conversation'],
    ['This content was flagged as spam', 'GitHub flagged it as spam'],
    ['You must purchase at least one more seat to add this user', 'no free seat'],
    ['Upgrade your plan to create more private repositories', 'has reached its repository limit'],
    [
      'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled',
      'IP allow list',
    ],
  ])('gives the reason of the host and its own remedy: %s', (message, hint) => {
    const error = refused(message);
    expect(error.detail).toBe(message);
    expect(error.hint).toContain(hint);
    expect(error.hint).not.toContain('scope');
  });

  it('speaks of scopes where one is missing, and only there', () => {
    const missing = refused('Must have admin rights', { 'x-accepted-oauth-scopes': 'admin:org' });
    expect(missing.message).toContain('missing scope: admin:org');
    expect(missing.hint).toContain('scopes repo, admin:org');
    expect(refused('Must have admin rights').hint).not.toContain('scope');
  });

  it('links to the page of this host that creates a token', () => {
    const headers = { 'x-oauth-scopes': 'repo', 'x-accepted-oauth-scopes': 'admin:org' };
    const hint = (host: string) =>
      permissionRefused({ status: 403, headers, json: null }, host, 'x').hint;
    expect(hint('api.github.com')).toContain('https://github.com/settings/tokens.');
    expect(hint('ghe.example.com')).toContain('https://ghe.example.com/settings/tokens.');
    expect(hint('127.0.0.1:8080')).toContain('http://127.0.0.1:8080/settings/tokens.');
  });

  it('names the permissions that a fine-grained token needs', () => {
    const answer = {
      status: 403,
      headers: { 'x-accepted-github-permissions': 'administration=write' },
      json: { message: 'Resource not accessible by personal access token' },
    };
    expect(permissionRefused(answer, 'api.github.com', 'x').hint).toBe(
      'Give DST_TOKEN these permissions: administration=write.',
    );
  });
});
