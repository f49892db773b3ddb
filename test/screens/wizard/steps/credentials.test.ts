import { describe, expect, it } from 'vitest';
import { strokes } from '../../../../src/screens/gallery/sample/drive-wizard.ts';
import { start } from '../../../../src/screens/wizard/engine/create-wizard.ts';
import { inFieldWords } from '../../../../src/screens/wizard/steps/credentials/failure-words.ts';
import { fieldsOf, rowsOf } from '../../../../src/screens/wizard/steps/credentials/fields.ts';
import type { CredentialsState } from '../../../../src/screens/wizard/steps/credentials/model.ts';
import {
  type CredentialsAction,
  initialCredentials,
  reduceCredentials,
} from '../../../../src/screens/wizard/steps/credentials/state.ts';
import { credentialsUndo } from '../../../../src/screens/wizard/steps/credentials/undo.ts';
import {
  isComplete,
  selectedCredentials,
  waysOf,
} from '../../../../src/screens/wizard/steps/credentials/values.ts';
import { credentialsView } from '../../../../src/screens/wizard/steps/credentials/view.ts';
import { textOf } from '../../../../src/ui/input/text-state.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { driveTo } from '../drive.ts';
import { fakeSession, texts } from '../support.ts';

const glyphs = glyphsOf({ LANG: 'C.UTF-8' });

function type(state: CredentialsState, text: string): CredentialsState {
  return strokes(text).reduce(
    (now, stroke) => reduceCredentials(now, { type: 'key', stroke }),
    state,
  );
}

const typedOf = (state: CredentialsState) => selectedCredentials(state).typed;

const shown = (state: CredentialsState, width = 79) =>
  texts(credentialsView(state, { width, glyphs }).lines);

describe('credentials', () => {
  it('begin with what is missing, and say what was found', () => {
    const state = initialCredentials({ SRC_USERNAME: 'jane@example.com', SRC_API_TOKEN: 'x' });
    expect(state.focus).toBe('DST_TOKEN');
    expect(isComplete(state, 'source')).toBe(true);
    expect(isComplete(state, 'target')).toBe(false);
    const all = shown(state).join('\n');
    expect(all).toContain('found in SRC_API_TOKEN');
    expect(all).toContain('missing: type or paste it');
  });

  it('take the kind that the environment has', () => {
    expect(initialCredentials({ SRC_ACCESS_TOKEN: 'x' }).variant).toBe('access-token');
    const state = initialCredentials({ SRC_APP_PASSWORD: 'x' });
    expect(state.variant).toBe('app-password');
    expect(state.focus).toBe('SRC_USERNAME');
  });

  it('recognise a Data Center, and ask for its address and token', () => {
    const state = initialCredentials({ SRC_TOKEN: 'x' });
    expect(state.variant).toBe('data-center');
    expect(state.focus).toBe('SRC_DATA_CENTER_URL');
    expect(fieldsOf(state).map(({ name, isSecret }) => [name, isSecret])).toContainEqual([
      'SRC_TOKEN',
      true,
    ]);
    expect(isComplete(state, 'source')).toBe(false);
    const typed = type(state, 'https://git.example');
    expect(isComplete(typed, 'source')).toBe(true);
    expect(typedOf(typed)).toEqual({ SRC_DATA_CENTER_URL: 'https://git.example' });
    expect(shown(typed).join('\n')).toContain('Bitbucket Data Center');
  });

  it('never show a secret, typed or found', () => {
    const secret = 'ghp_canary';
    const found = initialCredentials({ SRC_API_TOKEN: secret, DST_TOKEN: secret });
    const typed = type(
      reduceCredentials(initialCredentials({}), { type: 'focus', name: 'DST_TOKEN' }),
      secret,
    );
    expect(shown(found).join('\n')).not.toContain('canary');
    expect(shown(typed).join('\n')).not.toContain('canary');
    expect(shown(typed).join('\n')).toContain('**********');
    expect(typedOf(typed)).toEqual({ DST_TOKEN: secret });
  });

  it('take a pasted token that was broken over lines as one', () => {
    const state = reduceCredentials(
      reduceCredentials(initialCredentials({}), { type: 'focus', name: 'SRC_API_TOKEN' }),
      { type: 'paste', text: '  ATATT3x\r\n  FfGF0\n' },
    );
    expect(typedOf(state)).toEqual({ SRC_API_TOKEN: 'ATATT3xFfGF0' });
  });

  it('forget what the host said of a value that is changed, and only of that side', () => {
    const failure = {
      code: 'credentials',
      message: 'no',
      hint: null,
      retry: 'no',
      detail: null,
    } as const;
    const failed = { status: 'failed', failure } as const;
    const before = [
      { type: 'source', task: failed } as const,
      { type: 'target', task: failed } as const,
    ].reduce(reduceCredentials, initialCredentials({}));
    const after = type({ ...before, focus: 'DST_TOKEN' }, 'x');
    expect(after.target.status).toBe('idle');
    expect(after.source.status).toBe('failed');
  });

  it('of another kind leave out what was typed for the one before', () => {
    const typed = type({ ...initialCredentials({}), focus: 'SRC_API_TOKEN' }, 'abc');
    const other = reduceCredentials({ ...typed, focus: 'sign-in' }, { type: 'turn', by: 1 });
    expect(other.variant).toBe('access-token');
    expect(typedOf(other)).toEqual({});
    expect(fieldsOf(other).map(({ name }) => name)).not.toContain('SRC_USERNAME');
  });

  it('ask for the address of an Enterprise Server once it is selected', () => {
    const names = (state: CredentialsState) => rowsOf(state).map(({ name }) => name);
    const start = initialCredentials({});
    expect(names(start)).not.toContain('DST_ENTERPRISE_URL');
    const server = reduceCredentials({ ...start, focus: 'target-host' }, { type: 'turn', by: 1 });
    expect(names(server)).toContain('DST_ENTERPRISE_URL');
    expect(isComplete(type({ ...server, focus: 'DST_TOKEN' }, 'x'), 'target')).toBe(false);
    const found = initialCredentials({ DST_ENTERPRISE_URL: 'https://ghe.example', DST_TOKEN: 'x' });
    expect(found.targetKind).toBe('enterprise');
    expect(isComplete(found, 'target')).toBe(true);
    const fixed = initialCredentials({ DST_API_URL: 'https://api.example' });
    expect(names(fixed)).not.toContain('target-host');
    expect(names(fixed)).not.toContain('DST_ENTERPRISE_URL');
  });

  it('ask for the host first, and keep both answers in sight', () => {
    const state = initialCredentials({});
    expect(state.focus).toBe('source-host');
    expect(shown(state, 59)).toContain(
      '❯ Host           ● Bitbucket Cloud  ○ Bitbucket Data Center',
    );
    const other = reduceCredentials(state, { type: 'turn', by: 1 });
    expect(shown(other, 59)).toContain(
      '❯ Host           ○ Bitbucket Cloud  ● Bitbucket Data Center',
    );
    expect(fieldsOf(other).map(({ name }) => name)).toContain('SRC_TOKEN');
    expect(shown(state, 59)).toContain('  Host           ● github.com  ○ Enterprise or ghe.com');
  });

  it('take no letters at a choice: they would replace what was found', () => {
    const state = initialCredentials({ SRC_USERNAME: 'jane', SRC_API_TOKEN: 'x' });
    const at = { ...state, focus: 'source-host' } as const;
    expect(type(at, 'robin')).toBe(at);
  });

  it('come back as they were, and are checked again', () => {
    const state: CredentialsState = { ...initialCredentials({}), focus: 'SRC_USERNAME' };
    const once = type(state, 'j');
    const act = (from: CredentialsState, to: CredentialsState, type: 'key' | 'turn' | 'move') =>
      credentialsUndo.act({ type } as CredentialsAction, from, to);
    expect(act(state, once, 'key')).toEqual({ name: 'Email changed', joins: true });
    expect(act(state, { ...state, focus: 'DST_TOKEN' }, 'move')).toBeNull();
    const checked: CredentialsState = { ...type(once, 'ane'), source: { status: 'running' } };
    const back = credentialsUndo.restore(checked, state);
    expect(typedOf(back)).toEqual({});
    expect(back.source.status).toBe('idle');
    const turned = reduceCredentials({ ...state, focus: 'target-host' }, { type: 'turn', by: 1 });
    expect(act(state, turned, 'turn')).toEqual({ name: 'Email changed' });
    expect(credentialsUndo.restore(turned, state).targetKind).toBe('github.com');
  });

  it('know the addresses of migrator.yaml, and go elsewhere only where that is selected', () => {
    const config = { target: { enterprise_url: 'https://ghe.example' } };
    const state = reduceCredentials(initialCredentials({}), { type: 'config', config });
    expect(state.targetKind).toBe('enterprise');
    expect(shown(state).join('\n')).toContain('found in migrator.yaml');
    const other = reduceCredentials({ ...state, focus: 'target-host' }, { type: 'turn', by: 1 });
    expect(typedOf(other)).toEqual({ DST_ENTERPRISE_URL: 'https://github.com' });
  });

  it('offer a token of gh only for its own host, and name its variable', () => {
    const environment = { GH_TOKEN: 'canary', GITHUB_ENTERPRISE_TOKEN: 'canary' };
    const state: CredentialsState = { ...initialCredentials(environment), focus: 'DST_TOKEN' };
    expect(waysOf(state)).toEqual(['own', 'GH_TOKEN']);
    const used = reduceCredentials(state, { type: 'turn', by: 1 });
    expect(shown(used).join('\n')).toContain('GH_TOKEN in the environment');
    expect(shown(used).join('\n')).not.toContain('canary');
    expect(selectedCredentials(used).tokenVariable).toBe('GH_TOKEN');
    expect(isComplete(used, 'target')).toBe(true);
    const server = type(
      {
        ...reduceCredentials({ ...used, focus: 'target-host' }, { type: 'turn', by: 1 }),
        focus: 'DST_ENTERPRISE_URL',
      },
      'https://ghe.example',
    );
    expect(waysOf(server)).toEqual(['own', 'GITHUB_ENTERPRISE_TOKEN']);
    expect(selectedCredentials(server).tokenVariable).toBeNull();
    expect(
      waysOf(initialCredentials({ ...environment, DST_API_URL: 'https://x.example' })),
    ).toEqual(['own']);
  });

  it('refuse an email without @ before any request, and name what is still missing', async () => {
    const session = fakeSession();
    let verified = 0;
    session.answers = {
      setCredentials: () => {
        verified += 1;
      },
    };
    const driven = await driveTo('credentials', { session, environment: {} });
    const said = () => [driven.state().credentials.focus, driven.state().notice?.text];
    driven.key('enter');
    expect(said()).toEqual(['SRC_USERNAME', 'Still missing: Email for Bitbucket']);
    driven.type('/chec\r');
    expect(said()).toEqual([
      'SRC_USERNAME',
      'Not an email address: enter the email of your Atlassian account',
    ]);
    driven.key('down');
    driven.type('token\r');
    expect(driven.state().credentials.focus).toBe('SRC_USERNAME');
    expect(verified).toBe(0);
    driven.type('@example.com\r');
    expect(said()).toEqual(['DST_TOKEN', 'Still missing: Token for GitHub']);
    expect(verified).toBe(1);
  });

  it('run gh only after a yes, and never show its token', async () => {
    const session = fakeSession();
    const asked: string[] = [];
    const used: unknown[] = [];
    session.answers = {
      hasGh: async () => true,
      ghToken: async ({ hostname }) => {
        asked.push(hostname);
        return 'gho_canary';
      },
      setCredentials: ({ typed }) => void used.push(typed.DST_TOKEN),
    };
    const environment = { SRC_USERNAME: 'jane@example.com', SRC_API_TOKEN: 'x' };
    const driven = await driveTo('credentials', { session, environment });
    start(driven.wizard);
    await driven.until((state) => state.credentials.hasGh);
    expect(driven.state().credentials.focus).toBe('DST_TOKEN');
    driven.key('right', 'enter');
    expect(shown(driven.state().credentials).join('\n')).toContain(
      'Run gh auth token --hostname github.com and use its token?',
    );
    driven.key('esc', 'enter');
    expect(asked).toEqual([]);
    driven.key('y');
    await driven.until((state) => state.credentials.target.status === 'done');
    expect(asked).toEqual(['github.com']);
    expect(used).toContain('gho_canary');
    expect(shown(driven.state().credentials).join('\n')).toContain('from gh auth token');
    expect(shown(driven.state().credentials).join('\n')).not.toContain('canary');
  });

  it('name the field of a refused value that was typed, and no variable', () => {
    const typed = { SRC_USERNAME: textOf('ann@example.com'), SRC_API_TOKEN: textOf('wrong') };
    const failure = {
      ...({ code: 'credentials', retry: 'no', detail: null } as const),
      message: 'api.bitbucket.org rejected SRC_USERNAME and SRC_API_TOKEN',
      hint: 'Check both. Create one at https://id.example. Set SRC_USERNAME to your email address and SRC_API_TOKEN to the token.',
    };
    expect(inFieldWords({ ...initialCredentials({}), typed }, failure)).toMatchObject({
      message: 'api.bitbucket.org rejected Email and API token',
      hint: 'Check both. Create one at https://id.example.',
    });
    expect(inFieldWords(initialCredentials({}), failure)).toEqual({
      ...failure,
      hint: 'Check both. Create one at https://id.example.',
    });
  });

  it('say which secret was refused, what the host said, and to type another in its field', () => {
    const found = { SRC_DATA_CENTER_URL: 'https://b.example', SRC_TOKEN: 'x', DST_TOKEN: 'x' };
    const failed = (name: string, hint: string) => ({
      status: 'failed' as const,
      failure: {
        ...({ code: 'credentials', retry: 'no', detail: 'Bad credentials' } as const),
        ...{ message: `401 Unauthorized: host rejected ${name}`, hint },
      },
    });
    const source = reduceCredentials(initialCredentials(found), {
      type: 'source',
      task: failed('SRC_TOKEN', 'The token is wrong. Create one. Set SRC_TOKEN to it.'),
    });
    expect(source.focus).toBe('SRC_TOKEN');
    expect(shown(source).join('\n')).toContain(
      [
        '✗ 401 Unauthorized: host rejected SRC_TOKEN',
        '  Bad credentials',
        '  Type another access token here instead of SRC_TOKEN.',
        '  The token is wrong. Create one.',
      ].join('\n'),
    );
    const both = reduceCredentials(source, {
      type: 'target',
      task: failed('DST_TOKEN', 'Set DST_TOKEN to one. Use a classic token.'),
    });
    expect(both.focus).toBe('SRC_TOKEN');
    const text = shown(both).join('\n');
    expect(text).toContain('  Type another token here instead of DST_TOKEN.');
    expect(text).toContain('https://github.com/settings/tokens');
    expect(text).not.toContain('Set DST_TOKEN');
  });

  it('name each missing scope, and where a token is made', () => {
    const state = reduceCredentials(initialCredentials({ DST_TOKEN: 'x' }), {
      type: 'target',
      task: {
        status: 'done',
        value: {
          account: { id: '1', username: 'ja\u001bne', displayName: 'Jane', scopes: ['repo'] },
          hostname: 'api.github.com',
          missing: [{ scope: 'workflow', neededTo: 'push workflows', isRequired: false }],
          needed: ['repo', 'workflow'],
          isLimited: true,
          owners: [],
        },
      },
    });
    const all = shown(state).join('\n');
    expect(all).toContain('workflow is missing: needed to push workflows');
    expect(all).toContain('https://github.com/settings/tokens');
    expect(all).not.toContain('\u001b');
  });
});
