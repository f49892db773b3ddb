import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { LiveView } from '../../../src/core/commands/live-view.ts';
import type { TimedEvent } from '../../../src/core/ports/records/events.ts';
import { createRunModel } from '../../../src/core/report/run/run-model.ts';
import { showDashboard } from '../../../src/screens/dashboard/show-dashboard.tsx';
import { finished, started } from '../../core/report/events.ts';

function open() {
  let raw = '';
  const stdout = Object.assign(new EventEmitter(), {
    columns: 80,
    rows: 24,
    isTTY: true,
    write(text: string, ...rest: unknown[]) {
      raw += text;
      for (const one of rest) if (typeof one === 'function') one();
      return true;
    },
  });
  const stdin = Object.assign(new EventEmitter(), {
    ...{ isTTY: true, isRaw: false, read: () => null },
    ...{ setEncoding() {}, setRawMode() {}, ref() {}, unref() {}, pause() {}, resume() {} },
  });
  const nothing = () => {};
  let fail: (failure: { cause: unknown; untold: readonly TimedEvent[] }) => void = nothing;
  const failed = new Promise<{ cause: unknown; untold: readonly TimedEvent[] }>((resolve) => {
    fail = resolve;
  });
  const model = createRunModel();
  const view: LiveView = showDashboard({
    color: false,
    theme: 'auto',
    verbosity: 0,
    controls: { pause: nothing, resume: nothing, retry: nothing, skip: nothing, finish: nothing },
    run: model.state,
    drain: new AbortController().signal,
    interrupt: nothing,
    onFailure: (cause, untold) => fail({ cause, untold }),
    environment: { LANG: 'C', TERM: 'xterm' },
    streams: {
      stdin: stdin as unknown as NodeJS.ReadStream,
      stdout: stdout as unknown as NodeJS.WriteStream,
    },
    redact: (text) => text.replaceAll('secret', '[redacted]'),
  });
  return { view, failed, raw: () => raw };
}

describe('the dashboard of a run', () => {
  it('leaves what was said, and takes secrets out of all of it', async () => {
    const { view, raw } = open();
    view.show(started('api'));
    view.show(finished('api', { webUrl: null }));
    view.say('a secret line');
    await view.close();
    expect(raw()).toContain('done     api');
    expect(raw()).toContain('a [redacted] line');
    expect(raw()).not.toContain('secret');
  });

  it('breaks what it leaves between words', async () => {
    const { view, raw } = open();
    const words = Array.from({ length: 20 }, (_, at) => `somewhat-${at}`);
    view.say(`note     ${words.join(' ')}`);
    await view.close();
    const left = raw().slice(raw().lastIndexOf('note     somewhat-0')).split('\n');
    const lines = left.slice(0, left.findIndex((line) => line.includes('somewhat-19')) + 1);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    for (const word of words) expect(lines.some((line) => line.includes(word))).toBe(true);
  });

  it('that breaks says what it has not told, and takes what was asked for a no', async () => {
    const { view, failed } = open();
    view.show(started('api'));
    // No question that can be drawn.
    const asked = view.ask(5 as unknown as string);
    const { cause, untold } = await failed;
    expect(cause).toBeInstanceOf(TypeError);
    expect(untold.map(({ type }) => type)).toEqual(['run-started']);
    expect(await asked).toBe('');
    await view.close();
  });
});
