import { describe, expect, it } from 'vitest';
import {
  missingSourceScopes,
  missingTargetScopes,
} from '../../../../src/core/ports/credentials/scope-needs.ts';

const names = (missing: readonly { scope: string }[]) => missing.map(({ scope }) => scope);

describe('what credentials lack', () => {
  it('is nothing where everything was granted, and nothing where the host does not say', () => {
    const granted = ['user', 'repository', 'pullrequest', 'workspace'].map(
      (what) => `read:${what}:bitbucket`,
    );
    expect(missingSourceScopes('api-token', granted)).toEqual([]);
    expect(missingSourceScopes('api-token', null)).toEqual([]);
    expect(missingTargetScopes(['repo', 'workflow', 'admin:org'])).toEqual([]);
    expect(missingTargetScopes(null)).toEqual([]);
  });

  it('is stated for each scope of an API token, which do not include one another', () => {
    expect(names(missingSourceScopes('api-token', ['write:repository:bitbucket']))).toEqual([
      'read:user:bitbucket',
      'read:repository:bitbucket',
      'read:pullrequest:bitbucket',
      'read:workspace:bitbucket',
    ]);
  });

  it('holds that of the names of variables only where secrets may be asked for', () => {
    const granted = ['read:user', 'read:repository', 'read:pullrequest', 'read:workspace'].map(
      (scope) => `${scope}:bitbucket`,
    );
    expect(missingSourceScopes('api-token', granted)).toEqual([]);
    const secrets = true;
    expect(names(missingSourceScopes('api-token', granted, { secrets }))).toEqual([
      'read:pipeline:bitbucket',
    ]);
    const wider = ['account', 'repository', 'pullrequest', 'pipeline:variable'];
    expect(missingSourceScopes('app-password', wider, { secrets })).toEqual([]);
  });

  it('takes the wider scopes of app passwords and access tokens', () => {
    const granted = ['account', 'repository:admin', 'pullrequest:write'];
    expect(missingSourceScopes('app-password', granted)).toEqual([]);
    expect(names(missingSourceScopes('access-token', ['repository']))).toEqual(['pullrequest']);
    expect(names(missingSourceScopes('app-password', ['repository']))).toEqual([
      'account',
      'pullrequest',
    ]);
  });

  it('says without which of them nothing can be migrated', () => {
    const required = missingTargetScopes([]).filter(({ isRequired }) => isRequired);
    expect(names(required)).toEqual(['repo']);
    expect(names(missingTargetScopes(['repo']))).toEqual(['workflow', 'admin:org']);
  });
});
