import { describe, expect, it } from 'vitest';
import type { Program } from '../../../src/core/kernel/program.ts';
import { outputOptions } from '../../../src/core/report/output-options.ts';
import { reporter, withIsoTimes } from '../../../src/core/report/reporter.ts';
import { at, finished, noon } from './events.ts';

const flags = { json: false, plain: false, color: true, verbose: 0 };

function output(change: {
  flags?: Partial<typeof flags>;
  isTerminal?: boolean;
  environment?: Record<string, string>;
}) {
  const stderr = { write: () => {}, isTerminal: change.isTerminal ?? true };
  const environment = change.environment ?? {};
  return outputOptions({ ...flags, ...change.flags }, { stderr, environment });
}

describe('appearance', () => {
  it('is coloured in a terminal alone, and where nobody asked for less', () => {
    expect(output({}).color).toBe(true);
    expect(output({ isTerminal: false }).color).toBe(false);
    expect(output({ flags: { plain: true } }).color).toBe(false);
    expect(output({ flags: { color: false } }).color).toBe(false);
    expect(output({ environment: { NO_COLOR: '1' } }).color).toBe(false);
  });

  it('takes an empty NO_COLOR for none, as its standard says', () => {
    expect(output({ environment: { NO_COLOR: '' } }).color).toBe(true);
  });

  it('is no more talkative than -vvv', () => {
    expect([0, 1, 2, 3, 9].map((verbose) => output({ flags: { verbose } }).verbosity)).toEqual([
      0, 1, 2, 3, 3,
    ]);
  });
});

describe('reporter', () => {
  function show(mode: 'lines' | 'json', verbosity: 0 | 2, ...events: ReturnType<typeof at>[]) {
    const written = { stdout: '', stderr: '' };
    const output = (name: keyof typeof written) => ({
      isTerminal: false,
      write(text: string) {
        written[name] += text;
      },
    });
    const program = { stdout: output('stdout'), stderr: output('stderr') };
    const tell = reporter(
      { mode, color: false, theme: 'auto', verbosity },
      program as unknown as Program,
    );
    for (const event of events) tell(event);
    return written;
  }

  const log = at({ type: 'log', level: 'warn', message: 'm' });

  it('writes lines to standard error and nothing to standard output', () => {
    expect(show('lines', 0, finished('api'), log)).toEqual({
      stdout: '',
      stderr: 'done     api  3 refs, 1.5s\nwarn     m\n',
    });
  });

  it('writes one JSON object a line to standard output, with the time in ISO 8601', () => {
    const { stdout, stderr } = show('json', 0, finished('api'), log);
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toHaveLength(2);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'repository-finished',
      repository: 'api',
      lfs_objects: null,
      at: new Date(noon).toISOString(),
    });
  });

  it('puts the log among the JSON only where it was asked for', () => {
    expect(JSON.parse(show('json', 2, log).stdout)).toMatchObject({ type: 'log', level: 'warn' });
    expect(show('json', 0, log).stdout).toBe('');
  });
});

describe('withIsoTimes', () => {
  it('writes the end of a wait as it writes its beginning', () => {
    const until = Date.UTC(2026, 10, 20, 12);
    const wait = at({ type: 'waiting', repository: null, host: 'h', reason: 'r', until });
    expect(withIsoTimes(wait)).toMatchObject({
      until: '2026-11-20T12:00:00.000Z',
      at: expect.stringMatching(/^20\d\d-.*Z$/),
    });
  });
});
