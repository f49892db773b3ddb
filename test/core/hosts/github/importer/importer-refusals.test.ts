import { describe, expect, it } from 'vitest';
import {
  hintForReason,
  importerFailure,
} from '../../../../../src/core/hosts/github/importer/importer-refusals.ts';

const place = { host: 'api.github.com', what: 'an import into acme' };

function failureOf(message: string, type = 'FORBIDDEN', more: { isSingleSignOn?: true } = {}) {
  return importerFailure([{ type, message, alias: null, leaf: null, ...more }], place);
}

const rights = (required: string, granted: string) =>
  `robin does not have the correct permissions to execute \`CreateMigrationSource\` query. It requires the following scopes: [${required}], but the token has only been granted the: [${granted}] scopes.`;

describe('importerFailure', () => {
  it('names the scopes that a token lacks', () => {
    const failure = failureOf(rights("'admin:org', 'repo'", "'repo'"));
    expect(failure).toMatchObject({
      code: 'permission',
      message: 'api.github.com refused an import into acme: scope missing: admin:org',
    });
    expect(failure.hint).toContain('admin:org');
  });

  it('sees that the role is missing where the scopes are the same', () => {
    const failure = failureOf(rights("'repo', 'workflow'", "'repo', 'workflow'"));
    expect(failure.message).toMatch(/role missing$/);
    expect(failure.hint).toContain("the 'migrator' role");
  });

  it.each(['No access to createMigrationMutation', 'Missing permissions'])(
    'knows the older words %s',
    (message) => {
      expect(failureOf(message, '')).toMatchObject({ code: 'permission' });
    },
  );

  it('knows single sign-on by its mark', () => {
    expect(failureOf('Resource protected', 'FORBIDDEN', { isSingleSignOn: true }).message).toMatch(
      /single sign-on$/,
    );
  });

  it.each([
    ['A repository called acme/web already exists', 'target-exists'],
    ['Owner acme is not authorized to perform imports.', 'permission'],
    ['Target must be a member of the acme organization', 'refused'],
    ["Field 'reattributeMannequinToUser' doesn't exist on type 'Mutation'", 'refused'],
    ['acme is not an Enterprise Managed Users (EMU) organization', 'refused'],
    ['Something went wrong', 'unavailable'],
  ])('understands "%s" as %s', (message, code) => {
    const failure = failureOf(message, '');
    expect(failure.code).toBe(code);
    expect(failure.hint).not.toBeNull();
  });

  it('lets the run try again while the importer is down', () => {
    const message = 'GitHub Enterprise Importer is currently unavailable. Please try again later.';
    expect(failureOf(message, 'SERVICE_UNAVAILABLE')).toMatchObject({
      code: 'unavailable',
      retry: 'yes',
    });
  });

  it('cuts what the host says into one line', () => {
    expect(failureOf(`Missing permissions\u001b[31m\n${'x'.repeat(9000)}`).detail).toHaveLength(
      300,
    );
  });
});

describe('hintForReason', () => {
  it.each([
    ['Git archive URL returned a HTTP 400 response', /Upload it again/],
    ['Pushing a batch of 1 Git refs failed on attempt 4/4: too large or complex', /2 GiB/],
    ['Repository metadata too big to migrate', /10 GB/],
    ['GH013: Repository rule violations found', /Repository migrations/],
    ['GH007: Your push would publish a private email address.', /email/],
  ])('knows what to do about "%s"', (reason, hint) => {
    expect(hintForReason(reason)).toMatch(hint);
  });

  it('has nothing to say about other reasons', () => {
    expect(hintForReason('The moon is full')).toBeNull();
  });
});
