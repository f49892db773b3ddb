import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparisonLines } from '../../../../src/core/commands/demo/output.ts';
import { dryRunLines } from '../../../../src/core/commands/migrate/dry-run-lines.ts';
import { safe } from '../../../../src/core/kernel/format/terminal-text.ts';
import { failureLines } from '../../../../src/core/report/failure-lines.ts';
import { linesOf } from '../../../../src/core/report/lines.ts';
import { initialRunState, reduceRun } from '../../../../src/core/report/run/run-state.ts';
import { summaryLines } from '../../../../src/core/report/summary/summary.ts';
import { anyCharacter } from '../../../helpers/arbitraries/any-character.ts';
import { at, ended, failed, failure, finished, noon, started } from '../../report/events.ts';

/** Everything below U+0020, DEL, C1, and what turns the direction of text or ends a line. */
const harmful = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

const attacks = [
  '\u001b[2J\u001b[H',
  '\u001b]0;title\u0007',
  '\u001b]52;c;ZWNobyBoaQ==\u0007',
  '\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\',
  '\u009b31m',
  '\u009d52;c;x\u009c',
  '\u001bP+q544e\u001b\\',
  'api\rdone     everything',
  'a\nerror  b',
  '\u202egpj.exe\u202c',
  '\u2066x\u2069',
  '\u0008\u0008\u0008',
  '\u007f',
  'x\u2028y',
];

const hostile = fc.oneof(
  fc.constantFrom(...attacks),
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.constantFrom('\u001b', '[', ']', '\u0007', '\r', '\n', '\u009b', 'm', '\u202e', 'a'),
  }),
);

/** Our own colours are the only escape sequences that may stand in a line. */
function expectHarmless(lines: readonly string[]): void {
  for (const line of lines) {
    expect(line.replaceAll(/\u001b\[(?:1|2|22|31|32|33|39)m/g, '')).not.toMatch(harmful);
  }
}

describe('safe', () => {
  it('leaves ordinary text of any language alone', () => {
    const composed = ['👩🏽‍🚀 ❤️‍🔥 3️⃣', 'می‌خواهم', 'क्‍ष'];
    for (const text of ['api', 'Büro-Räume', '支払い', 'خدمة', 'naïve café 🚚', ...composed]) {
      expect(safe(text)).toBe(text);
    }
  });

  it('shows what would act on a terminal as what it is', () => {
    expect(safe('a\u001b[31mb\u0007')).toBe('a\\u001b[31mb\\u0007');
    expect(safe('\u202eabc')).toBe('\\u202eabc');
    expect(safe('a\r\nb\tc')).toBe('a b c');
    expect(safe('\ud800')).toBe('\ufffd');
  });

  it.each([
    ['pay\u200bments', 'pay\\u200bments'],
    ['ja\u00adne', 'ja\\u00adne'],
    ['a\u200db', 'a\\u200db'],
    ['api\u{e0041}', 'api\\u{e0041}'],
    ['a\ufe0f\u200d🚚', 'a\\ufe0f\\u200d🚚'],
    ['\u3164', '\\u3164'],
  ])('shows what nobody would see: %j', (text, shown) => {
    expect(safe(text)).toBe(shown);
  });

  it('lets nothing harmful through, and changes nothing when it is done twice', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(safe(text)).not.toMatch(harmful);
        expect(safe(text)).not.toMatch(/\p{Surrogate}/u);
        expect(safe(safe(text))).toBe(safe(text));
      }),
    );
  });
});

describe('any line that is made of what a host sent', () => {
  it('holds no byte that acts on a terminal', () => {
    const texts = fc.tuple(hostile, hostile, hostile, fc.boolean());
    fc.assert(
      fc.property(texts, ([name, message, hint, color]) => {
        const told = failure({ message, hint, detail: message });
        const progress = { done: 1, total: 2, unit: 'objects', what: message } as const;
        const step = { repository: name, step: 'fetch' } as const;
        const events = [
          { ...started(name), source: { kind: 'bitbucket-cloud' as const, workspace: message } },
          { ...started(name), target: { organization: message } },
          at({ type: 'repository-started', repository: name, target: message }),
          at({ type: 'step-started', ...step }),
          at({ type: 'step-progress', ...step, progress }),
          at({ type: 'step-finished', ...step, outcome: 'done', summary: message }),
          at({ type: 'repository-warning', repository: name, message }),
          finished(name, { target: message }),
          finished(name, { outcome: 'skipped', reason: message }),
          failed(name, { message, hint }),
          at({ type: 'waiting', repository: name, host: hint, reason: message, until: noon + 5 }),
          at({ type: 'log', level: 'error', message, fields: { [name]: hint, list: [message] } }),
          ended({ succeeded: 1, skipped: 1, failed: 1 }, 'completed_with_failures'),
        ] as Parameters<typeof linesOf>[0][];
        for (const event of events) expectHarmless(linesOf(event, { color, verbosity: 3 }));
        expectHarmless(
          summaryLines(events.reduce(reduceRun, initialRunState), { color, canBeResumed: true }),
        );
        expectHarmless(failureLines(told, { color }));
        const repository = {
          source: name,
          target: message,
          visibility: 'private',
          sizeBytes: null,
        };
        const repositories = [{ ...repository, action: 'create' as const }];
        expectHarmless(
          dryRunLines(
            { type: 'dry-run', repositories, problems: 0 },
            {
              ...{ columns: null, named: new Set<string>(), problems: 0, isVerbose: true },
              plan: { source: { kind: 'bitbucket-cloud', workspace: 'acme' }, options: {} },
            },
          ),
        );
        const compared = {
          source: name,
          target: hint,
          source_refs: 1,
          target_refs: 1,
          equal: true,
        };
        expectHarmless(
          comparisonLines(
            { repositories: [compared], refs: 1, all_equal: true },
            { columns: null, all: true },
          ),
        );
      }),
      { numRuns: 300 },
    );
  });
});
