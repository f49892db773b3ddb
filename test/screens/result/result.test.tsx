import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../../src/core/commands/run-result.ts';
import { initialRunState, reduceRunAll } from '../../../src/core/report/run/run-state.ts';
import { resultBindings } from '../../../src/screens/result/result-keys.ts';
import { resultLines, resultRows } from '../../../src/screens/result/result-lines.ts';
import { initialResult } from '../../../src/screens/result/result-state.ts';
import { ResultScreen } from '../../../src/screens/result/show-result.tsx';
import { lineWidth, plainText } from '../../../src/ui/text/line.ts';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';
import { at, ended, failed, finished, started } from '../../core/report/events.ts';
import { keys, renderScreen } from '../../helpers/drawing/render.tsx';

const glyphs = glyphsOf({ LANG: 'en_US.UTF-8', TERM: 'xterm' });
const warning = (repository: string, many: number) =>
  at({ type: 'repository-warning', repository, message: `${many} images stay on the source` });

function resultOf(...events: Parameters<typeof reduceRunAll>[1]): RunResult {
  return {
    run: reduceRunAll(initialRunState, [started('api', 'web', 'a b', 'old'), ...events]),
    exitCode: 6,
    webUrl: 'https://github.com',
    pullRequestPages: new Map(),
    commandLine: 'migrator migrate --plan plan.json',
    statusCommand: 'migrator status --migration mig_000000000001',
    plan: 'plan.json',
    report: null,
  };
}

const counts = { succeeded: 2, skipped: 1, failed: 1 };
const full = resultOf(
  warning('api', 2),
  warning('web', 14),
  finished('api', { webUrl: 'https://evil.example/' }),
  finished('web'),
  failed('a b', { hint: 'Allow it.' }),
  finished('old', { outcome: 'skipped', refs: null, reason: 'it exists' }),
  ended(counts, 'completed_with_failures'),
);

function shown(result: RunResult, width: number, height: number) {
  return resultLines(initialResult(result), { width, height, glyphs });
}

describe('the result screen', () => {
  it.each([
    [79, 22],
    [59, 18],
  ])('shows a cause with its fix whole in %i x %i', (width, height) => {
    const hint = 'Ask an owner to raise its limit, or remove unused ones, then run: migrator x';
    const detail = 'The organization has reached the limit of its repositories for good';
    const lines = shown(resultOf(failed('api', { hint, detail })), width, height).map(plainText);
    const text = lines.map((one) => one.trim()).join(' ');
    expect(text).toContain(detail);
    expect(text).toContain(hint);
    expect(lines.length).toBeLessThan(height);
  });

  it('offers no command to copy whose plan is removed', () => {
    const keysOf = (commandLine: string | null) => {
      const effects = { dispatch() {}, choose() {}, open: () => true, copy: () => true };
      const state = initialResult({ ...full, commandLine });
      return resultBindings(state, { list: 5, helpBeyond: 0 }, effects).flatMap(
        (binding) => binding.keys,
      );
    };
    expect(keysOf('migrator migrate --plan plan.json')).toContain('c');
    expect(keysOf(null)).not.toContain('c');
  });

  it('has counts, causes of failures and warnings, and a page of our own making for each repository', () => {
    expect(shown(full, 90, 22).map(plainText)).toEqual([
      '',
      'Completed with failures  mig_000000000001  1m 30s  acme-workspace → acme',
      '✓ 2 done  ✗ 1 failed  ↷ 1 skipped',
      '6 refs',
      'Causes',
      '✗ 1 repository  acme/api was refused. Allow it.',
      '! 2 repositories  2 images stay on the source',
      'Repositories',
      '❯ ✗ a b                           acme/api was refused',
      '  ✓ api                           https://github.com/acme/api',
      '  ✓ web                           https://github.com/acme/web',
      '  ↷ old                           skipped  it exists',
      'In another terminal: migrator status --migration mig_000000000001',
    ]);
  });

  it('fits every terminal', () => {
    for (const [width, height] of [
      [39, 6],
      [59, 18],
      [79, 22],
      [119, 38],
    ] as const) {
      const lines = shown(full, width, height);
      expect(lines.length).toBeLessThan(height);
      for (const one of lines) expect(lineWidth(one)).toBeLessThanOrEqual(width);
      expect(
        resultRows(initialResult(full), { width: 80, height, glyphs }).list,
      ).toBeGreaterThanOrEqual(1);
    }
  });

  it('shows no page where the address of the target is not known', () => {
    const text = shown({ ...full, webUrl: null }, 90, 22)
      .map(plainText)
      .join('\n');
    expect(text).not.toContain('https://');
  });

  function screen(result = full, environment: Record<string, string> = {}) {
    const opened: string[] = [];
    const copied: string[] = [];
    const { signal } = new AbortController();
    const rendered = renderScreen<string>({
      columns: 90,
      environment,
      screen: (end) => (
        <ResultScreen
          result={result}
          drain={signal}
          effects={{
            choose: end,
            open: (address) => opened.push(address) > 1,
            copy: (text) => copied.push(text) > 0,
          }}
        />
      ),
    });
    return { ...rendered, opened, copied };
  }

  it.each([
    ['v', 'verify'],
    ['w', 'report'],
    ['s', 'secrets'],
    ['q', 'leave'],
    [keys.enter, 'leave'],
    [keys.ctrlC, 'leave'],
  ])(
    'ends with what the key %j chooses, and leaves nothing on the terminal',
    async (key, choice) => {
      const { until, press, ended: end, rows } = screen();
      await until('verify now');
      press(key);
      expect(await end).toBe(choice);
      await expect.poll(() => rows().join('\n').trim()).toBe('');
    },
  );

  it('opens the selected repository, and names the address where there is no browser', async () => {
    const { until, press, opened, end } = screen();
    await until('verify now');
    press('o');
    await until('Not now: no page for this repository');
    press('jo');
    await until('No browser found. Open: https://github.com/acme/api');
    press('jo');
    await until('Opened https://github.com/acme/web');
    expect(opened).toEqual(['https://github.com/acme/api', 'https://github.com/acme/web']);
    end('leave');
  });

  it('opens a pull request beside its original where the hosts have such a page', async () => {
    const beside = 'http://127.0.0.1:1/acme-workspace/api/pull-requests/7';
    const pullRequestPages = new Map([['api', beside]]);
    const { until, press, opened, end } = screen({ ...full, pullRequestPages });
    await until('verify now');
    press('jo');
    await until(`No browser found. Open: ${beside}`);
    press('?');
    await until('Open a pull request beside its original');
    press('?');
    await until('Repositories');
    press('jo');
    await until('Opened https://github.com/acme/web');
    expect(opened).toEqual([beside, 'https://github.com/acme/web']);
    end('leave');
  });

  it('opens the report once it is written', async () => {
    const first = screen();
    await first.until('verify now');
    first.press('O');
    await first.until('Not now: w writes the report first');
    first.end('leave');
    const { until, press, opened, end } = screen({ ...full, report: '/tmp/a b.html' });
    await until('O opens /tmp/a b.html');
    press('O');
    await until('file:///tmp/a%20b.html');
    expect(opened).toEqual(['file:///tmp/a%20b.html']);
    end('leave');
  });

  it('copies the command line, and shows it in any case', async () => {
    const { until, press, copied, end } = screen();
    await until('verify now');
    press('c');
    await until('Copied: migrator migrate --plan plan.json');
    expect(copied).toEqual(['migrator migrate --plan plan.json']);
    end('leave');
  });

  it('makes links where the terminal shows them', async () => {
    const link =
      '\u001b]8;;https://github.com/acme/api\u0007https://github.com/acme/api\u001b]8;;\u0007';
    const plain = screen();
    await plain.until('github.com/acme/api');
    expect(plain.raw()).not.toContain('\u001b]8;;');
    plain.end('leave');
    const linked = screen(full, { TERM_PROGRAM: 'WezTerm' });
    await linked.until('github.com/acme/api');
    expect(linked.raw()).toContain(link);
    linked.end('leave');
  });

  it('has all keys in its help', async () => {
    const { until, press, end } = screen();
    await until('verify now');
    press('?');
    await until('Create the secrets, to fill them in');
    press('?');
    await until('Repositories');
    end('leave');
  });
});
