import { describe, expect, it } from 'vitest';
import { convertPipelines } from '../../../src/core/pipelines/convert-pipelines.ts';
import { timed } from '../../helpers/processor-time.ts';

function refusalOf(
  text: string,
): { readonly message: string; readonly line: number | null } | null {
  const result = convertPipelines({ text, path: 'bitbucket-pipelines.yml' });
  return 'refusal' in result ? result.refusal : null;
}

/** Ten levels of nine aliases each stand for billions of values. */
function laughs(): string {
  const levels = Array.from({ length: 10 }, (_, at) => {
    const items = at === 0 ? ['ha'] : Array.from({ length: 9 }, () => `*a${at - 1}`);
    return `a${at}: &a${at} [${items.join(', ')}]`;
  });
  return `${levels.join('\n')}\npipelines: {default: [{step: {script: *a9}}]}\n`;
}

describe('hostile pipeline files', () => {
  it.each([
    ['aliases that expand into billions', laughs(), 'Its aliases expand too far'],
    ['an alias of itself', 'pipelines: &a\n  default: *a\n', 'It is nested too deeply'],
    ['deep brackets', `pipelines: ${'['.repeat(5000)}`, 'It is nested too deeply'],
    [
      'deep indentation',
      Array.from({ length: 60 }, (_, at) => `${'  '.repeat(at)}k${at}:`).join('\n'),
      'It is nested too deeply',
    ],
    ['many dashes in a line', `pipelines:\n  ${'- '.repeat(500)}x`, 'It is nested too deeply'],
    [
      'a huge file',
      `pipelines:\n  default: ["${'x'.repeat(600_000)}"]`,
      'It is longer than 512000 characters',
    ],
    ['an unknown alias', 'pipelines:\n  default: *nothing\n', 'No anchor is named nothing'],
    ['a merge of text', 'a: &a x\npipelines:\n  <<: *a\n', 'A merge key needs a map'],
    ['no YAML', 'pipelines: [', 'It is not valid YAML'],
    ['nothing', '', 'It is empty'],
    ['a list', '- a\n', 'It contains no pipelines'],
  ])('refuses %s with a sentence', (_, text, message) => {
    const { result, milliseconds } = timed(() => refusalOf(text));
    expect(result?.message).toContain(message);
    expect(milliseconds).toBeLessThan(10_000);
  });

  it.each([
    ['scalars', 'pipelines: yes\n'],
    ['lists in the place of maps', 'pipelines: [a, b]\nimage: [x]\ndefinitions: 3\nclone: 7\n'],
    [
      'steps that are text',
      'pipelines:\n  default: [step, {step: x}, {parallel: 3}, {stage: y}]\n',
    ],
    [
      'prototype names',
      'pipelines:\n  custom: {__proto__: [{step: {script: [x]}}], constructor: [{step: {name: __proto__, script: [x]}}]}\n',
    ],
    [
      'null everywhere',
      'pipelines:\n  default:\n    - step:\n        name:\n        script:\n        image:\n        caches:\n',
    ],
  ])('survives %s, and grades every key', (_, text) => {
    const result = convertPipelines({ text, path: 'x' });
    if (!('converted' in result)) throw new Error(result.refusal.message);
    const { constructs, exact, changed, lost } = result.converted.coverage;
    expect(exact + changed + lost).toBe(constructs);
  });

  it('never lets a name or value of the file become an expression or a command of its own', () => {
    const evil = '${{ github.token }}';
    const text = `
pipelines:
  branches:
    "x'; rm -rf / #": [{step: {name: "${evil}", script: ["echo '${evil}'"]}}]
  pull-requests:
    "a'$(id)'": [{step: {deployment: "${evil}", script: [x], condition: {changesets: {includePaths: ["'; id; '"]}}}}]
  custom:
    "${evil}":
      - variables: [{name: A, default: "${evil}", description: "${evil}", allowed-values: ["${evil}"]}]
      - step: {script: [{pipe: "acme/x:1", variables: {B: "${evil}"}}], max-time: "${evil}"}
`;
    const result = convertPipelines({ text, path: 'x' });
    if (!('converted' in result)) throw new Error(result.refusal.message);
    for (const { text: yaml } of result.converted.workflows) {
      expect(yaml.replaceAll("${{ '${{' }}", '')).not.toContain('${{ github.token');
      expect(yaml).not.toMatch(/^\s+(?:rm|id)\b/m);
    }
  });
});
