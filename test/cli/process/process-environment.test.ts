import { expect, it } from 'vitest';
import { isBackground } from '../../../src/cli/process/process-environment.ts';

it.each([
  ['has the terminal', '42 (node) S 1 42 7 34816 42 4194304', false],
  ['is behind another that has it', '42 (node) S 1 42 7 34816 99 4194304', true],
  ['has no terminal', '42 (node) S 1 42 7 0 -1 4194304', false],
  ['has a strange name', '42 (a) S 1 7) S 1 42 7 34816 42 4194304', false],
])('distinguishes a process that %s from one in the background', (_, stat, expected) => {
  expect(isBackground(stat)).toBe(expected);
});
