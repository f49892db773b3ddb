import { describe, expect, it } from 'vitest';
import { failure, parseConfig, parseInventoryText, parsePlanText, plan } from './parse-text.ts';

describe('parseDocument', () => {
  it.each([
    [
      () =>
        parseInventoryText(
          JSON.stringify({ ...plan, repositories: [{ source: 'a', target: 'b' }] }),
        ),
      'inventory.json is a plan, not an inventory',
    ],
    [
      () =>
        parsePlanText(
          JSON.stringify({ version: 1, source: plan.source, repositories: [{ name: 'a' }] }),
        ),
      'plan.json is an inventory, not a plan',
    ],
    [
      () => parsePlanText(JSON.stringify({ discovered_at: '2026-11-20', repositories: [] })),
      'plan.json is an inventory, not a plan',
    ],
  ])('says in one sentence that one file stands in the place of another', (read, message) => {
    expect(failure(read).message).toBe(message);
  });

  it('reads every key of the configuration', () => {
    const text = `
migration:
  include_lfs: true
  timeout_seconds: 7200
  shallow_clone: true
  shallow_depth: 20
network:
  connect_timeout: 2.5
  read_timeout: 30
  settle_seconds: 0
source:
  api_url: https://api.bitbucket.org
target:
  git_url: https://github.com
`;
    expect(parseConfig(text)).toMatchObject({
      migration: {
        include_lfs: true,
        timeout_seconds: 7200,
        shallow_clone: true,
        shallow_depth: 20,
      },
      network: { connect_timeout: 2.5, read_timeout: 30, settle_seconds: 0 },
    });
  });

  it('takes an empty configuration for one that says nothing', () => {
    expect(parseConfig('')).toEqual({});
    expect(parseConfig('# nothing yet\n')).toEqual({});
  });

  it('names an unknown key with line, column and what was probably meant', () => {
    const { message, code } = failure(() => parseConfig('migration:\n  inclde_lfs: true\n'));
    expect(code).toBe('configuration');
    expect(message).toContain(
      'line 2, column 3: unknown key migration.inclde_lfs (did you mean include_lfs?)',
    );
  });

  it('names the place of a value of the wrong type', () => {
    const { message } = failure(() => parseConfig('migration:\n  timeout_seconds: "soon"\n'));
    expect(message).toContain('line 2, column 20: migration.timeout_seconds:');
  });

  it('names the place of a syntax error in YAML and in JSON', () => {
    expect(failure(() => parseConfig('migration:\n  - a: [1\n')).message).toMatch(
      /line \d+, column \d+/,
    );
    expect(failure(() => parsePlanText('{\n  "version": 1,\n  oops\n')).message).toMatch(
      /line \d+, column \d+/,
    );
  });

  it('names the repository of a plan that is wrong', () => {
    const repositories = [{ source: 'api', target: 'api', visibilty: 'public' }];
    const text = JSON.stringify({ ...plan, repositories }, null, 2);
    const { message } = failure(() => parsePlanText(text));
    expect(message).toMatch(
      /line 14, column 7: unknown key repositories\[0\].visibilty \(did you mean visibility\?\)/,
    );
  });

  it('refuses a key that is given twice', () => {
    expect(failure(() => parseConfig('network: {}\nnetwork: {}\n')).message).toBe(
      'Invalid configuration migrator.yaml: line 2, column 1: duplicate key network',
    );
  });

  it('refuses a key that a JSON object has twice, and names its place', () => {
    const text =
      '{\n  "repositories": [],\n  "source": {"a": 1, "a": 2},\n  "repositories": [1]\n}';
    expect(failure(() => parsePlanText(text)).message).toBe(
      'Invalid plan plan.json: line 3, column 22: duplicate key a; ' +
        'line 4, column 3: duplicate key repositories',
    );
  });

  it('accepts one key in many objects', () => {
    const repositories = [
      { source: 'a', target: 'a' },
      { source: 'b', target: 'b' },
    ];
    expect(parsePlanText(JSON.stringify({ ...plan, repositories }))).toMatchObject({
      repositories,
    });
  });

  it('reads an inventory whose descriptions hold brackets and quotes', () => {
    const description = `"\\${'['.repeat(70)}`;
    const { source } = plan;
    const repositories = [{ name: 'api', description }];
    const text = JSON.stringify({ version: 1, source, repositories });
    expect(parseInventoryText(text).repositories).toEqual(repositories);
  });

  it('reports ten problems and that there are more', () => {
    const keys = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`x${index}`, 1]));
    const repositories = [{ source: 'a', target: 'a', ...keys }];
    const { message } = failure(() => parsePlanText(JSON.stringify({ ...plan, repositories })));
    expect(message.match(/unknown key/g)).toHaveLength(10);
    expect(message).toMatch(/repositories\[0\]\.x9; and more$/);
  });

  it('names the places of wrong items in a long list', () => {
    const items = Array.from({ length: 5000 }, () => ({ source: 'a', target: 'a' }));
    const repositories = [...items, { source: 'a' }, { source: 'a', target: 'a', x: 1 }];
    const text = `${JSON.stringify({ ...plan, repositories: [] }).slice(0, -2)}\n${repositories
      .map((item) => JSON.stringify(item))
      .join(',\n')}\n]}`;
    const { message } = failure(() => parsePlanText(text));
    expect(message).toMatch(/: line 5002, column 1: repositories\[5000\]\.target: /);
    expect(message).toMatch(/; line 5003, column 28: unknown key repositories\[5001\]\.x$/);
  });

  it('refuses a key that is no text', () => {
    expect(failure(() => parseConfig('? [a]\n: 1\n')).message).toContain('every key must be text');
  });

  it('says in words for people what is wrong with each value', () => {
    const wrong = {
      version: 1,
      source: { kind: 'x', workspace: '' },
      target: { organization: 5 },
      options: { workers: 0, delay: 1.5 },
      repositories: [null, { target: 'b', source: 'a'.repeat(300) }],
    };
    const { message } = failure(() => parsePlanText(JSON.stringify(wrong)));
    for (const words of [
      'source.kind: must be "bitbucket-cloud" or "bitbucket-data-center"',
      'source.workspace: must not be empty',
      'target.organization: must be text, not a number',
      'options.workers: must be at least 1',
      'options.delay: must be a whole number, not a fraction',
      'repositories[0]: must be an object, not null',
      'repositories[1].source: must be at most 255 characters long',
    ]) {
      expect(message).toContain(words);
    }
    expect(failure(() => parsePlanText('{"version":1}')).message).toContain('source: is missing');
  });
});
