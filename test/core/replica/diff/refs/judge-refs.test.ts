import { describe, expect, it } from 'vitest';
import { judgeRefs } from '../../../../../src/core/replica/diff/refs/judge-refs.ts';

const main = 'refs/heads/main';
const none = new Map<string, string>();
const nothing = { refs: none, gone: none, intended: none };

function judge(there: string, known: Partial<Parameters<typeof judgeRefs>[0]>) {
  const options = { wanted: new Map([[main, 'wanted']]), recorded: null, intended: none };
  const lists = { ...options, ...known, there: new Map([[main, there]]) };
  const { ours, others } = judgeRefs(lists as Parameters<typeof judgeRefs>[0]);
  return ours.has(main) ? 'ours' : others.has(main) ? 'others' : 'neither';
}

describe('judgeRefs', () => {
  it('counts what was recorded, what was intended by any push, and what the source has deleted', () => {
    expect(judge('a', { recorded: { ...nothing, refs: new Map([[main, 'a']]) } })).toBe('ours');
    expect(judge('a', { recorded: { ...nothing, gone: new Map([[main, 'a']]) } })).toBe('ours');
    expect(judge('a', { recorded: { ...nothing, intended: new Map([[main, 'a']]) } })).toBe('ours');
    expect(judge('a', { intended: new Map([[main, ['a', 'b']]]) })).toBe('ours');
  });

  it('takes any other value for the work of others', () => {
    const recorded = { ...nothing, refs: new Map([[main, 'a']]) };
    expect(judge('c', { recorded, intended: new Map([[main, ['b']]]) })).toBe('others');
    expect(judge('c', {})).toBe('others');
  });

  it('leaves out what is as wanted, and what the source does not have', () => {
    expect(judge('wanted', {})).toBe('neither');
    expect(judge('a', { wanted: none })).toBe('neither');
  });
});
