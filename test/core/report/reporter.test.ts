import { describe, expect, it } from 'vitest';
import type { Program } from '../../../src/core/kernel/program.ts';
import { outputOptions } from '../../../src/core/report/output-options.ts';
import { reporter, withIsoTimes } from '../../../src/core/report/reporter.ts';
import { at, finished, noon, started } from './events.ts';

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
    return shown({ mode, verbosity }, ...events);
  }

  function shown(
    {
      mode = 'lines',
      verbosity = 0,
      listsSyncs,
      saysPhases,
    }: {
      mode?: 'lines' | 'json';
      verbosity?: 0 | 2;
      listsSyncs?: boolean;
      saysPhases?: boolean;
    },
    ...events: ReturnType<typeof at>[]
  ) {
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
      { listsSyncs, saysPhases },
    );
    for (const event of events) tell(event);
    return written;
  }

  const log = at({ type: 'log', level: 'warn', message: 'm' });

  it('shows short waits that follow from one cause once', () => {
    const waits = [1500, 3000, 4500, 6000].map((milliseconds) => {
      const wait = { type: 'waiting', repository: null, host: 'h', reason: 'slowed down' } as const;
      return at({ ...wait, until: noon + milliseconds });
    });
    expect(show('lines', 0, ...waits).stderr.match(/^waiting/gm)).toHaveLength(1);
  });

  it('shows a wait that several repositories share once, and no wait of less than a second', () => {
    const wait = (repository: string, milliseconds: number) =>
      at({ type: 'waiting', repository, host: 'h', reason: 'r', until: noon + milliseconds });
    const waits = [wait('a', 40_000), wait('b', 40_300), wait('c', 200), wait('d', 90_000)];
    expect(show('lines', 0, ...waits).stderr.match(/^waiting {2}\w/gm)).toEqual([
      ...['waiting  a', 'waiting  d'],
    ]);
    expect(show('lines', 2, ...waits).stderr.match(/^waiting/gm)).toHaveLength(4);
    expect(
      show('json', 0, ...waits)
        .stdout.trim()
        .split('\n'),
    ).toHaveLength(4);
  });

  it('shows no synced repository that the result lists, unless -v asks for it', () => {
    const refs = { created: 0, moved: 1, deleted: 0 };
    const sync = { refs, lfsObjects: 0, pullRequests: null, data: [], left: [] };
    const synced = { ...finished('api'), sync } as ReturnType<typeof at>;
    expect(shown({ listsSyncs: true }, synced).stderr).toBe('');
    expect(shown({}, synced).stderr).toMatch(/^synced {3}api {2}1 ref moved/);
    expect(shown({ listsSyncs: true, verbosity: 2 }, synced).stderr).toContain('synced');
  });

  it('leaves out how a run inside a phase begins, unless -v asks for it', () => {
    const checking = at({ type: 'preflight-started', checks: [], mayHaveWritten: true });
    const passed = at({ type: 'preflight-finished', problems: [] });
    const all = [checking, passed, started('a') as unknown as typeof checking];
    expect(shown({ saysPhases: true }, ...all).stderr).toBe('');
    expect(shown({}, ...all).stderr).toContain('All checks passed.');
    expect(shown({ saysPhases: true, verbosity: 2 }, ...all).stderr).toContain('Checking');
  });

  it('counts synced repositories every half minute, so that a long sync shows that it goes on', () => {
    const refs = { created: 0, moved: 0, deleted: 0 };
    const sync = { refs, lfsObjects: 0, pullRequests: null, data: [], left: [] };
    const events = [10_000, 31_000, 45_000, 70_000].map((after) => ({
      ...finished('a'),
      ...{ sync, at: noon + after },
    }));
    const all = [started('a', 'b', 'c', 'd'), ...events] as unknown as readonly ReturnType<
      typeof at
    >[];
    const { stderr } = shown({ listsSyncs: true }, ...all);
    expect(stderr.match(/^synced.*/gm)).toEqual(['synced   2 of 4 repositories']);
  });

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
