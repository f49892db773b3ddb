import { describe, expect, it } from 'vitest';
import { createVoice } from '../../../src/core/app/command-output.ts';
import type { CommandProgram } from '../../../src/core/commands/command-program.ts';
import type { LiveViewOptions } from '../../../src/core/commands/live-view.ts';
import { createRunDesk } from '../../../src/core/migration/control/run-controller.ts';
import type { RunEvent } from '../../../src/core/ports/events.ts';
import { at, failed, finished } from '../report/events.ts';

function open(mode: 'lines' | 'json' = 'lines') {
  const written: string[] = [];
  const live: string[] = [];
  const emitted: RunEvent[] = [];
  const given: LiveViewOptions[] = [];
  const drain = new AbortController().signal;
  const desk = createRunDesk({
    clock: { now: () => 0 },
    drain,
    emit: (event) => emitted.push(event),
  });
  const program = {
    drain,
    ask: async () => 'from the line',
    interrupt() {},
    stderr: { write: (text: string) => written.push(text), isTerminal: true },
    async openLiveView(options: LiveViewOptions) {
      given.push(options);
      return {
        show: ({ type }: RunEvent) => live.push(type),
        say: (line: string) => live.push(line),
        ask: async () => 'from the screen',
        close: async () => void live.push('closed'),
      };
    },
  } as unknown as CommandProgram;
  const voice = createVoice({
    program,
    look: { mode, color: false, verbosity: 0 },
    show: ({ type }) => written.push(type),
  });
  const openLive = () => voice.openLive({ desk, budgets: async () => [] });
  return { voice, openLive, written, live, given, desk, emitted };
}

describe('the voice of a command', () => {
  it('is the interface while that is open, and lines before and after', async () => {
    const { voice, openLive, written, live } = open();
    voice.say('before');
    expect(await voice.ask?.('?')).toBe('from the line');
    await openLive();
    voice.show(finished('api'));
    voice.say('while');
    expect(await voice.ask?.('?')).toBe('from the screen');
    await voice.endLive();
    voice.show(at({ type: 'preflight-note', message: 'm' }));
    voice.say('after');
    expect(live).toEqual(['repository-finished', 'while', 'closed']);
    expect(written).toEqual(['before\n', 'preflight-note', 'after\n']);
  });

  it('is no interface where a program reads', async () => {
    const { voice, openLive, given } = open('json');
    await openLive();
    expect(given).toEqual([]);
    expect(voice.isLive()).toBe(false);
  });

  it('goes on in lines when the interface breaks, and nothing is held by it any more', async () => {
    const { voice, openLive, written, given, desk, emitted } = open();
    await openLive();
    desk.attend(true);
    desk.controls.pause();
    expect(desk.gate.isClosed()).toBe(true);
    given[0]?.onFailure(new Error('no such glyph'), [failed('web')]);
    voice.show(finished('api'));
    expect(written).toEqual([
      'The dashboard has failed (no such glyph): the run goes on, told in lines.\n',
      'repository-finished',
      'repository-finished',
    ]);
    expect(desk.gate.isClosed()).toBe(false);
    expect(desk.isAttended()).toBe(false);
    expect(emitted).toEqual([
      { type: 'run-held', held: true },
      { type: 'run-held', held: false },
    ]);
    await voice.endLive();
  });
});
