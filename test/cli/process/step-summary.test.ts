import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepSummary } from '../../../src/cli/process/step-summary.ts';

describe('the summary of a step of GitHub Actions', () => {
  it('has the result, and the errors without the progress', () => {
    const text = stepSummary({
      ...{ command: 'migrate', code: 6, result: '\n\u001b[32m1 done\u001b[39m, 1 failed\n' },
      progress: 'web: started\nerror  web: push rejected\n       Allow it.\nweb: finished\n',
    });
    expect(text).toBe(
      '### ❌ migrator migrate: exit code 6\n\n```text\n1 done, 1 failed\n```\n\n```text\nerror  web: push rejected\n       Allow it.\n```\n\n',
    );
  });

  it('leaves out what is for programs', () => {
    const given = { command: 'verify', code: 0, progress: '' } as const;
    for (const result of ['{"type":"verification"}\n', '<!doctype html>'])
      expect(stepSummary({ ...given, result })).toBe('### ✅ migrator verify: done\n\n');
  });

  it('lets nothing out of its block of code', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('`', '```', '````', '\n', 'a', '<img>', '~~~'), { maxLength: 30 }),
        (parts) => {
          const result = `x${parts.join('')}`;
          const text = stepSummary({ command: 'plan', code: 0, result, progress: '' });
          const [, fence = ''] = /^(`{3,})text$/m.exec(text) ?? [];
          const inside = text.slice(text.indexOf(`${fence}text\n`) + fence.length + 5);
          const lines = inside.trimEnd().split('\n');
          expect(lines.findIndex((line) => line.startsWith(fence))).toBe(lines.length - 1);
        },
      ),
    );
  });
});
