import { describe, expect, it } from 'vitest';
import {
  failureLines,
  failureText,
  groupFailures,
  groupWarnings,
  retryAdvice,
} from '../../../src/core/report/failure-lines.ts';
import { failure } from './events.ts';

describe('failureLines', () => {
  it('says what happened, what the host said and what to do, one below the other', () => {
    expect(failureLines(failure({ detail: 'GH001' }), { color: false })).toEqual([
      'error  acme/api was refused',
      '       GH001',
      '       Allow it.',
    ]);
  });

  it('is one line where there is nothing else to say', () => {
    expect(failureLines(failure({ hint: null }), { color: false })).toHaveLength(1);
  });

  it('says that a command stopped, and calls it no error', () => {
    const stop = failure({ code: 'interrupted', message: 'Interrupted', hint: null });
    expect(failureLines(stop, { color: true })).toEqual(['Stopped.']);
  });

  it('keeps what an interrupted command reports besides', () => {
    const stop = failure({
      code: 'interrupted',
      message: 'Stopped after 2 of 4',
      hint: 'Run it again.',
    });
    expect(failureLines(stop, { color: false })).toEqual([
      'Stopped after 2 of 4.',
      'Run it again.',
    ]);
  });

  it('colours the word error alone, and what the host said quietly', () => {
    expect(failureLines(failure({ detail: 'GH001' }), { color: true }).slice(0, 2)).toEqual([
      '\u001b[31merror\u001b[39m  acme/api was refused',
      '       \u001b[2mGH001\u001b[22m',
    ]);
  });
});

describe('failureText', () => {
  it('adds the reason of the host where the message does not have it', () => {
    expect(failureText(failure({ detail: 'Your account\nwas suspended' }))).toBe(
      'acme/api was refused: Your account was suspended',
    );
    expect(failureText(failure({ detail: 'refused' }))).toBe('acme/api was refused');
    expect(failureText(failure({ detail: 'x'.repeat(5000) })).length).toBeLessThan(250);
  });
});

describe('groupFailures', () => {
  const named = (name: string, change: Parameters<typeof failure>[0] = {}) => ({
    name,
    failure: failure({ message: `${name} failed`, ...change }),
  });

  it('puts together what has the same code and remedy, in the order of first appearance', () => {
    const groups = groupFailures([
      named('a'),
      named('b', { hint: 'Something else.' }),
      named('c'),
      named('d', { code: 'time-out' }),
    ]);
    expect(groups.map(({ members }) => members.map(({ name }) => name))).toEqual([
      ['a', 'c'],
      ['b'],
      ['d'],
    ]);
    expect(groups[0]?.cause.message).toBe('a failed');
  });

  it('tells failures without a remedy apart by what happened', () => {
    const same = { hint: null, message: 'the disk is full' };
    const groups = groupFailures([named('a', same), named('b', same), named('c', { hint: null })]);
    expect(groups.map(({ members }) => members.length)).toEqual([2, 1]);
  });

  it('makes no group of nothing', () => {
    expect(groupFailures([])).toEqual([]);
  });
});

describe('retryAdvice', () => {
  it('says whether the same command may do better', () => {
    expect(retryAdvice(failure({ retry: 'yes' }))).toBe('retrying may help');
    expect(retryAdvice(failure({ retry: 'no' }))).toBe('fix the cause before you retry');
    expect(retryAdvice(failure({ retry: 'fatal' }))).toBe('this run cannot continue');
  });
});

describe('groupWarnings', () => {
  it('takes warnings that differ in numbers alone for one, and counts each repository once', () => {
    const groups = groupWarnings([
      { name: 'a', warnings: ['2 images stay', '14 images stay', 'odd'] },
      { name: 'b', warnings: ['1,200 images stay'] },
    ]);
    expect(groups.map(({ text, members }) => [text, members.map(({ name }) => name)])).toEqual([
      ['2 images stay', ['a', 'b']],
      ['odd', ['a']],
    ]);
  });
});
