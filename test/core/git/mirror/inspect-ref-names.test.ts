import { describe, expect, it } from 'vitest';
import { refNameProblems } from '../../../../src/core/git/mirror/inspect.ts';

const messagesFor = (...names: string[]) =>
  refNameProblems(names, 255).map(({ message }) => message);

describe('refNameProblems', () => {
  it.each([
    'refs/heads/refs/heads/x',
    'refs/heads/refs/x',
    'refs/tags/refs/tags/v1',
    'refs/tags/refs/v1',
  ])('refuses %s, whose own name begins with refs/', (name) => {
    expect(messagesFor(name)).toEqual([
      `Ref ${name} has a name that starts with refs/, which GitHub refuses`,
    ]);
  });

  it.each([
    'refs/heads/main',
    'refs/heads/refs',
    'refs/heads/refs-old/x',
    'refs/heads/feature/refs/heads/x',
    'refs/heads/heads/main',
    `refs/heads/${'a'.repeat(39)}`,
    `refs/heads/${'a'.repeat(41)}`,
    `refs/heads/feature/${'a'.repeat(40)}`,
    `refs/heads/${'a'.repeat(244)}`,
  ])('takes %s', (name) => {
    expect(messagesFor(name)).toEqual([]);
  });

  it('gives one problem a name, in the order of the names, each with a fix', () => {
    const names = [
      `refs/heads/refs/${'a'.repeat(300)}`,
      `refs/tags/${'0123456789'.repeat(4)}`,
      'refs/heads/lat\\xe9',
    ];
    const problems = refNameProblems(names, 255);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("is 316 bytes long; GitHub's limit is 255"),
      expect.stringContaining('40 hexadecimal digits'),
      expect.stringContaining('is not UTF-8'),
    ]);
    for (const { code, hint } of problems) {
      expect(code).toBe('refused');
      expect(hint).toContain('Rename or delete it on Bitbucket');
    }
  });
});
