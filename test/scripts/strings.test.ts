import { describe, expect, it } from 'vitest';
import { cataloguePage } from '../../scripts/strings/catalogue.ts';
import { collectStrings } from '../../scripts/strings/collect-strings.ts';
import { avoided, plain } from '../../scripts/strings/glossary.ts';
import { judgeString } from '../../scripts/strings/judge-string.ts';
import { everyString } from '../helpers/hints/every-string.ts';

const strings = everyString();

/** Strings that break a rule for a reason. */
const exceptions: readonly (readonly [beginning: string, reason: string])[] = [
  ['Leave out CODEOWNERS', 'a commit message: its hash must stay what earlier versions pushed'],
  ['# Rules for Git on a machine', 'the comment at the head of a file'],
  ['# For nginx in front of', 'the comment at the head of a file'],
  [' Secrets to create on GitHub', 'the comment at the head of a file'],
  [' Workspace variables, as organization', 'a comment in a file'],
];
const isExcepted = (text: string) => exceptions.some(([beginning]) => text.startsWith(beginning));

describe('the strings that people read', () => {
  it('are listed by feature, so that a change of words is seen where they are read together', async () => {
    await expect(cataloguePage(strings)).toMatchFileSnapshot('strings.md');
  });
  it('use the words of the glossary, in short sentences', () => {
    const complaints = strings.flatMap(({ text, file, line }) =>
      isExcepted(text) ? [] : judgeString(text).map((why) => `${file}:${line} ${why}: ${text}`),
    );
    expect(complaints).toEqual([]);
  });
  it('have no exception that is no longer needed', () => {
    const needed = strings.filter(({ text }) => judgeString(text).length > 0);
    const unneeded = exceptions.filter(
      ([beginning]) => !needed.some(({ text }) => text.startsWith(beginning)),
    );
    expect(unneeded).toEqual([]);
  });
});

describe('collectStrings', () => {
  it.each([
    ["fail('There is no plan');", ['There is no plan']],
    [['fail(`The plan $', '{path} is missing`);'].join(''), ['The plan {} is missing']],
    ['const a = <Text>No matches for {filter} here</Text>;', ['No matches for', 'here']],
    ["import a from 'a word or two';", []],
    ["if (kind === 'two words') stop();", []],
    ["run({ args: ['rev list'] });", []],
    ["database.prepare('SELECT a FROM b');", []],
    ["const key = 'one';", []],
  ])('finds in %s: %j', (source, texts) => {
    const found = collectStrings('a.tsx', source).map(({ text }) => text);
    expect(found).toEqual(texts.filter((text) => / /.test(text)));
  });
});

describe('judgeString', () => {
  it.each([
    ['The repository was made anew.', ['"anew": write again']],
    ['Use `make install`.', []],
    [`${'word '.repeat(21)}.`, ['22 words in a sentence']],
    ['One. Two. Three. Four.', ['4 sentences']],
  ])('%j: %j', (text, complaints) => {
    expect(judgeString(text)).toEqual(complaints);
  });
});

describe('the glossary', () => {
  it.each(avoided)('catches "$example"', ({ example, pattern, instead }) => {
    const found = pattern.exec(example)?.[0];
    expect(judgeString(example)).toContain(`"${found}": write ${instead}`);
  });
  it.each(plain)('leaves a plain sentence alone: %s', (sentence) => {
    expect(judgeString(sentence)).toEqual([]);
  });
});
