import { describe, expect, it } from 'vitest';
import {
  type CredentialsState,
  fieldsOf,
  initialCredentials,
  isComplete,
  reduceCredentials,
  typedCredentials,
} from '../../../../src/screens/wizard/steps/credentials/state.ts';
import { credentialsView } from '../../../../src/screens/wizard/steps/credentials/view.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { strokes, texts } from '../support.ts';

const glyphs = glyphsOf({ LANG: 'C.UTF-8' });

function type(state: CredentialsState, text: string): CredentialsState {
  return strokes(text).reduce(
    (now, stroke) => reduceCredentials(now, { type: 'key', stroke }),
    state,
  );
}

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
    expect(fieldsOf(state).map(({ variable, isSecret }) => [variable, isSecret])).toContainEqual([
      'SRC_TOKEN',
      true,
    ]);
    expect(isComplete(state, 'source')).toBe(false);
    const typed = type(state, 'https://git.example');
    expect(isComplete(typed, 'source')).toBe(true);
    expect(typedCredentials(typed)).toEqual({ SRC_DATA_CENTER_URL: 'https://git.example' });
    expect(shown(typed).join('\n')).toContain('Bitbucket Data Center');
  });

  it('never show a secret, typed or found', () => {
    const secret = 'ghp_canary';
    const found = initialCredentials({ SRC_API_TOKEN: secret, DST_TOKEN: secret });
    const typed = type(
      reduceCredentials(initialCredentials({}), { type: 'focus', variable: 'DST_TOKEN' }),
      secret,
    );
    expect(shown(found).join('\n')).not.toContain('canary');
    expect(shown(typed).join('\n')).not.toContain('canary');
    expect(shown(typed).join('\n')).toContain('**********');
    expect(typedCredentials(typed)).toEqual({ DST_TOKEN: secret });
  });

  it('take a pasted token that was broken over lines as one', () => {
    const state = reduceCredentials(
      reduceCredentials(initialCredentials({}), { type: 'focus', variable: 'SRC_API_TOKEN' }),
      { type: 'paste', text: '  ATATT3x\r\n  FfGF0\n' },
    );
    expect(typedCredentials(state)).toEqual({ SRC_API_TOKEN: 'ATATT3xFfGF0' });
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
    const other = reduceCredentials(typed, { type: 'variant' });
    expect(other.variant).toBe('access-token');
    expect(typedCredentials(other)).toEqual({});
    expect(fieldsOf(other).map(({ variable }) => variable)).not.toContain('SRC_USERNAME');
  });

  it('ask for no address where the addresses are set one by one', () => {
    const variables = (environment: Record<string, string>) =>
      fieldsOf(initialCredentials(environment)).map(({ variable }) => variable);
    expect(variables({})).toContain('DST_ENTERPRISE_URL');
    expect(variables({ DST_API_URL: 'https://api.example' })).not.toContain('DST_ENTERPRISE_URL');
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
