import { describe, expect, it } from 'vitest';
import { createCommandOutput } from '../../../src/core/app/command-output.ts';
import type { CommandProgram } from '../../../src/core/commands/command-program.ts';
import type { LiveViewOptions } from '../../../src/core/commands/live-view.ts';
import type { RunEvent } from '../../../src/core/ports/records/events.ts';
import { initialRunState } from '../../../src/core/report/run/run-state.ts';
import { createRunController } from '../../../src/core/work/pausing/run-controller.ts';
import { at, failed, finished } from '../report/events.ts';

function open(mode: 'lines' | 'json' = 'lines') {
  const written: string[] = [];
  const live: string[] = [];
  const emitted: RunEvent[] = [];
  const given: LiveViewOptions[] = [];
  const drain = new AbortController().signal;
  const runController = createRunController({
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
  const commandOutput = createCommandOutput({
    program,
    output: { mode, color: false, theme: 'auto', verbosity: 0 },
    show: ({ type }) => written.push(type),
  });
  const openLive = () => commandOutput.openLive({ runController, run: () => initialRunState });
  return { commandOutput, openLive, written, live, given, runController, emitted };
}

describe('the voice of a command', () => {
  it('is the interface while that is open, and lines before and after', async () => {
    const { commandOutput, openLive, written, live } = open();
    commandOutput.say('before');
    expect(await commandOutput.ask?.('?')).toBe('from the line');
    await openLive();
    commandOutput.show(finished('api'));
    commandOutput.say('while');
    expect(await commandOutput.ask?.('?')).toBe('from the screen');
    await commandOutput.endLive();
    commandOutput.show(at({ type: 'preflight-note', message: 'm' }));
    commandOutput.say('after');
    expect(live).toEqual(['repository-finished', 'while', 'closed']);
    expect(written).toEqual(['before\n', 'preflight-note', 'after\n']);
  });

  it('is no interface where a program reads', async () => {
    const { commandOutput, openLive, given } = open('json');
    await openLive();
    expect(given).toEqual([]);
    expect(commandOutput.isLive()).toBe(false);
  });

  it('goes on in lines when the interface breaks, and nothing is held by it any more', async () => {
    const { commandOutput, openLive, written, given, runController, emitted } = open();
    await openLive();
    runController.attend(true);
    runController.controls.pause();
    expect(runController.pauseGate.isClosed()).toBe(true);
    given[0]?.onFailure(new Error('no such glyph'), [failed('web')]);
    commandOutput.show(finished('api'));
    expect(written).toEqual([
      'Dashboard failed (no such glyph); continuing with plain output.\n',
      'repository-finished',
      'repository-finished',
    ]);
    expect(runController.pauseGate.isClosed()).toBe(false);
    expect(runController.isAttended()).toBe(false);
    expect(emitted).toEqual([
      { type: 'run-held', held: true },
      { type: 'run-held', held: false },
    ]);
    await commandOutput.endLive();
  });
});
