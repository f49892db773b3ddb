import { describe, expect, it } from 'vitest';
import { targetNaming } from '../../../../src/core/app/target-naming.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { parseManifest } from '../../../../src/core/secrets/manifest/read-manifest.ts';

const parse = (text: string) => parseManifest({ path: 'secrets.yaml', text, naming: targetNaming });

function messageOf(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof MigratorError) return error.message;
  }
  return 'no failure';
}

describe('parseManifest', () => {
  it('reads one that was written by hand, in the shape that is promised', () => {
    const text = `
repositories:
  web:
    secrets:
      - { name: DB_PASSWORD, source: repository }
    environments:
      production:
        - name: DEPLOY_KEY
`;
    const secret = (name: string, source: string) => ({ name, sourceName: name, source });
    expect(parse(text)).toEqual({
      organization: [],
      repositories: [
        {
          source: 'web',
          target: null,
          secrets: [secret('DB_PASSWORD', 'repository')],
          environments: [{ name: 'production', secrets: [secret('DEPLOY_KEY', 'deployment')] }],
        },
      ],
    });
  });

  it('leaves out what is to be skipped, and takes what is empty for nothing', () => {
    const text = `
organization_secrets:
repositories:
  web:
  api:
    target: api-2
    secrets:
      - { name: A, source: workspace, skip: true }
      - { name: B_2, source_name: b, source: workspace }
    environments: { live: }
`;
    expect(parse(text).repositories).toEqual([
      { source: 'web', target: null, secrets: [], environments: [] },
      {
        source: 'api',
        target: 'api-2',
        secrets: [{ name: 'B_2', sourceName: 'b', source: 'workspace' }],
        environments: [{ name: 'live', secrets: [] }],
      },
    ]);
  });

  it.each([
    ['repositories:\n  web:\n    secrets:\n      - name: my-key\n', 'line 4, column 15'],
    ['repositories:\n  web:\n    secrets:\n      - name: GITHUB_X\n', '(use _GITHUB_X)'],
    ['repositories:\n  web:\n    secrets: [{ name: A }, { name: a }]\n', 'A and a are the same'],
    ['repositories:\n  web:\n    secrest: []\n', 'did you mean secrets?'],
    ['repositories:\n  web: {}\n  web: {}\n', 'line 3, column 3: duplicate key web'],
    [
      'repositories:\n  web:\n    environments: { Live: [], live: [] }\n',
      'environment name taken: live (case-insensitive)',
    ],
    ['organization_secrets: [{ name: A }]\n', 'visibility'],
    ['organization_secrets: [{ name: A, visibility: selected }]\n', 'needs repositories'],
    [
      'organization_secrets: [{ name: A, visibility: all, repositories: [web] }]\n',
      'visibility all does not allow repositories; use selected',
    ],
    ['repositories:\n  web:\n    secrets: [{ name: A, source: vault }]\n', '"deployment"'],
    [
      `repositories:\n  web:\n    secrets:\n${Array.from({ length: 101 }, (_, at) => `      - name: A_${at}\n`).join('')}`,
      'has 101 secrets; GitHub allows 100',
    ],
  ])('refuses %j', (text, words) => {
    expect(messageOf(text)).toContain('Invalid manifest secrets.yaml: line');
    expect(messageOf(text)).toContain(words);
  });

  it('reads ten thousand secrets', () => {
    const secrets = Array.from({ length: 20 }, (_, at) => `      - name: A_${at}\n`).join('');
    const all = Array.from({ length: 500 }, (_, at) => `  r${at}:\n    secrets:\n${secrets}`);
    expect(parse(`repositories:\n${all.join('')}`).repositories).toHaveLength(500);
  });
});
