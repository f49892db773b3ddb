import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../../src/core/commands/run-result.ts';
import type { Proof } from '../../../src/core/report/proof.ts';
import { initialRunState, reduceRunAll } from '../../../src/core/report/run/run-state.ts';
import { resultBindings } from '../../../src/screens/result/result-keys.ts';
import { resultLines, resultRows } from '../../../src/screens/result/result-lines.ts';
import { initialResult } from '../../../src/screens/result/result-state.ts';
import { ResultScreen } from '../../../src/screens/result/show-result.tsx';
import { lineWidth, plainText } from '../../../src/ui/text/line.ts';
import { glyphsOf } from '../../../src/ui/theme/glyphs.ts';
import { at, ended, failed, finished, noon, started } from '../../core/report/events.ts';
import { keys, renderScreen } from '../../helpers/drawing/render.tsx';

const glyphs = glyphsOf({ LANG: 'en_US.UTF-8', TERM: 'xterm' });
const warning = (repository: string, many: number) =>
  at({ type: 'repository-warning', repository, message: `${many} images stay on Bitbucket` });

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
    notice: null,
    check: null,
    isWhole: true,
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
      return resultBindings(state, { list: 5, beyond: 0 }, effects).flatMap(
        (binding) => binding.keys,
      );
    };
    expect(keysOf('migrator migrate --plan plan.json')).toContain('c');
    expect(keysOf(null)).not.toContain('c');
  });

  it('has the verdict in a box, failures with their fix, what to do by hand, and then the addresses', () => {
    expect(shown(full, 70, 30).map(plainText)).toEqual([
      '╭────────────────────────────────────────────────────────────────────╮',
      '│ ✗ 2 of 4 repositories are on GitHub 4 repositories, 1 skipped, 1m… │'.replace(
        ' 4 repositories, 1 skipped, 1m… ',
        '                                ',
      ),
      '│   4 repositories, 1 skipped, 1m 30s                                │',
      '│                                                                    │',
      '│   branches and tags  6  migrated                                   │',
      '│                                                                    │',
      '╰────────────────────────────────────────────────────────────────────╯',
      '',
      '✗ a b  acme/api was refused. Allow it. Then press r to retry.',
      '',
      'To do by hand (1)',
      '❯ ! 2 repositories    2 images stay on Bitbucket',
      '',
      'Repositories (4)',
      '  ✗ a b               acme/api was refused',
      '  ✓ api               https://github.com/acme/api',
      '  ✓ web               https://github.com/acme/web',
      '  ↷ old               skipped  it exists',
    ]);
  });

  const proof: Proof = {
    at: noon,
    sha256: 'ace15039'.repeat(8),
    compared: 2094,
    equal: 2094,
    counts: [
      { what: 'branches and tags', compared: 2067, equal: 2067 },
      { what: 'pull requests', compared: 27, equal: 27 },
    ],
    problems: [],
  };
  const clean = resultOf(
    ...['api', 'web', 'a b', 'old'].map((one) => finished(one)),
    ended({ succeeded: 4, skipped: 0, failed: 0 }),
  );

  it('shows the proof: both sides of each count, and the digest of the record', () => {
    const text = shown({ ...clean, check: { kind: 'verified', proof } }, 79, 22).map(plainText);
    expect(text[1]).toMatch(/^│ ✓ acme-workspace is on GitHub +4 repositories, 1m 30s │$/);
    expect(text).toContainEqual(
      expect.stringMatching(/ branches and tags {2}2,067 \/ 2,067 {2}identical/),
    );
    expect(text).toContainEqual(expect.stringMatching(/ pull requests +27 \/ 27 {2}as migrated/));
    expect(text).toContainEqual(
      expect.stringMatching(
        / verified \d\d:\d\d:\d\d · report SHA-256 ace15039…ace15039 · github\.com\/acme/,
      ),
    );
    expect(text).toContain('Repositories (4)');
  });

  it('counts what differs, with what to do about it, and claims nothing', () => {
    const bad: Proof = {
      ...proof,
      counts: [{ what: 'branches and tags', compared: 12, equal: 11 }],
      problems: [
        { repository: 'api', text: 'branch main  is missing', remedy: '--repair fixes it.' },
      ],
    };
    const lines = shown({ ...clean, check: { kind: 'verified', proof: bad } }, 79, 22);
    const text = lines.map(plainText).join('\n');
    expect(text).toContain('✗ acme-workspace is on GitHub, with 1 defect');
    expect(text).toContain('11 / 12  1 differs');
    expect(text).toContain('branch main  is missing  --repair fixes it.');
    expect(lines[1]?.some(({ role }) => role === 'bad')).toBe(true);
  });

  it('says why nothing is verified yet, and by which command it will be', () => {
    const why = 'it takes about 3,400 requests to GitHub';
    const text = shown({ ...clean, check: { kind: 'not-yet', why } }, 79, 22)
      .map(plainText)
      .join('\n');
    expect(text).toContain(`Not verified yet: ${why}.`);
    expect(text).toContain('migrator verify --migration mig_000000000001');
  });

  it('calls a part of a workspace what it is', () => {
    const text = shown({ ...clean, isWhole: false }, 79, 22)
      .map(plainText)
      .join('\n');
    expect(text).toContain('✓ 4 repositories are on GitHub');
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

  function screen(result = full, environment: Record<string, string> = {}, deafTime = 0) {
    const opened: string[] = [];
    const copied: string[] = [];
    const { signal } = new AbortController();
    const rendered = renderScreen<string>({
      columns: 90,
      environment,
      screen: (end) => (
        <ResultScreen
          result={result}
          deafTime={deafTime}
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
    ['m', 'remotes'],
    ['r', 'retry'],
    ['s', 'secrets'],
    ['q', 'leave'],
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
    press('\to');
    await until('Not now: no page for this repository');
    press('jo');
    await until('No browser found. Open: https://github.com/acme/api');
    press('jo');
    await until('Opened https://github.com/acme/web');
    expect(opened).toEqual(['https://github.com/acme/api', 'https://github.com/acme/web']);
    end('leave');
  });

  it('opens a pull request next to its original where the hosts have such a page', async () => {
    const beside = 'http://127.0.0.1:1/acme-workspace/api/pull-requests/7';
    const pullRequestPages = new Map([['api', beside]]);
    const { until, press, opened, end } = screen({ ...full, pullRequestPages });
    await until('verify now');
    press('\tjo');
    await until(`No browser found. Open: ${beside}`);
    press('?');
    await until('Open a pull request next to its original');
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
    const { until, press, opened, end } = screen({
      ...full,
      report: '/tmp/a b.html',
      notice: 'O opens /tmp/a b.html',
    });
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

  it('shows all of what is selected, and comes back', async () => {
    const { until, press, end } = screen();
    await until('verify now');
    press(keys.enter);
    await until('2 repositories: api, web');
    press(keys.enter);
    await until('To do by hand');
    press('\t');
    await until('Tab what to do');
    press(keys.enter);
    await until('Fix the cause before you retry. Allow it.');
    press(keys.esc);
    await until('Tab what to do');
    end('leave');
  });

  it('takes no key for the screen before it as an answer', async () => {
    const { until, press, end, rows } = screen(full, {}, 300);
    await until('verify now');
    press('v');
    press('\t');
    expect(rows().join('\n')).not.toContain('q finish');
    await until('q finish');
    press('?');
    await until('Create the secrets as placeholders to fill in');
    press('?');
    await until('To do by hand');
    expect(rows().join('\n')).not.toContain('Tab what to do');
    end('leave');
  });

  it('has all keys in its help', async () => {
    const { until, press, end } = screen();
    await until('verify now');
    press('?');
    await until('Create the secrets as placeholders to fill in');
    press('?');
    await until('Repositories');
    end('leave');
  });
});
