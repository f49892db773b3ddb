import { describe, expect, it } from 'vitest';
import { resultBindings } from '../../../src/screens/result/result-keys.ts';
import { initialResult } from '../../../src/screens/result/result-state.ts';
import { ResultScreen } from '../../../src/screens/result/show-result.tsx';
import { keys, renderScreen } from '../../helpers/drawing/render.tsx';
import { clean, full } from './results.ts';

describe('the keys of the result screen', () => {
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

  it.each([
    ['S', 'sync'],
    ['X', 'cutover'],
  ])('offers %s only where the targets wait for the cut-over', async (key, choice) => {
    const waiting = screen({ ...clean, follows: true });
    await waiting.until('S sync  X cut over');
    waiting.press(key);
    expect(await waiting.ended).toBe(choice);
    const open = screen(clean);
    await open.until('write the report');
    expect(open.rows().join('\n')).not.toContain('cut over');
    open.end('leave');
  });

  it('has a palette with all of its keys', async () => {
    const { until, press, ended } = screen();
    await until(': commands');
    press(':');
    await until('Create the secrets as placeholders to fill in');
    press('clones');
    await until(': clones');
    press(keys.enter);
    expect(await ended).toBe('remotes');
  });

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
    await first.until('Not now: press w to write it first');
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

  it('has help in what is selected too, which leads back to it', async () => {
    const { until, press, end } = screen();
    await until('verify now');
    press(`\t${keys.enter}`);
    await until('Fix the cause before you retry. Allow it.');
    press('?');
    await until('Close this');
    press(keys.esc);
    await until('Fix the cause before you retry. Allow it.');
    press('o');
    await until('Not now: no page for this repository');
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
