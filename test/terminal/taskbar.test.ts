import { expect, it } from 'vitest';
import { hold } from '../helpers/repositories/hold.ts';
import { expectRestored } from '../helpers/terminal/manners.ts';
import {
  ctrlC,
  describeInTerminal,
  place,
  refuseOne,
  start,
  startAlone,
} from './dashboard/dashboard-terminal.ts';

const environment = { WT_SESSION: 'a-window' };

/** Parameters of every OSC 9;4, in their order. */
function progressIn(raw: string): readonly string[] {
  return [...raw.matchAll(/\u001b\]9;4;(\d;\d+)\u001b\\/g)].map(
    ([, parameters = '']) => parameters,
  );
}

describeInTerminal('the progress in the taskbar', () => {
  it('follows the dashboard, and is cleared at the end', async () => {
    const program = await startAlone(['one', 'two'], [], { environment });
    expect(await program.ended).toBe(0);
    const shown = progressIn(program.raw());
    expect(shown.some((one) => one.startsWith('1;'))).toBe(true);
    expect(shown.at(-1)).toBe('0;0');
  });

  it('follows plain output as well, and turns to an error with the first failure', async () => {
    refuseOne();
    const program = await startAlone(['one', 'two'], ['--plain'], { environment });
    expect(await program.ended).toBe(6);
    const shown = progressIn(program.raw());
    expect(shown.some((one) => one.startsWith('2;'))).toBe(true);
    expect(shown.at(-1)).toBe('0;0');
  });

  it('pauses with the run, and is cleared after Ctrl+C', async () => {
    const release = hold(place, 'one');
    const program = await startAlone(['one'], [], { environment });
    await program.until('fetch');
    program.type('p');
    await program.until('Paused since');
    expect(progressIn(program.raw()).at(-1)).toMatch(/^4;/);
    program.type('p');
    program.type(ctrlC);
    release();
    expect(await program.ended).toBe(130);
    expect(progressIn(program.raw()).at(-1)).toBe('0;0');
    expectRestored(program);
  });

  it('is written to no terminal that may take it for a notification', async () => {
    const program = await startAlone(['one'], ['--plain']);
    expect(await program.ended).toBe(0);
    expect(progressIn(program.raw())).toEqual([]);
  });
});

describeInTerminal('the notification at the end', () => {
  const notification = /\u001b\]9;migrator: /;

  it.each([
    ['is left out where the terminal has the focus', '\u001b[I', false],
    ['is sent where the terminal has lost it', '\u001b[I\u001b[O', true],
  ])('%s', async (_what, reports, isSent) => {
    const release = hold(place, 'one');
    const program = await start(['one'], ['--notify']);
    await program.until('fetch');
    expect(program.raw()).toContain('\u001b[?1004h');
    program.type(reports);
    release();
    expect(await program.ended).toBe(0);
    expect(notification.test(program.raw())).toBe(isSent);
    expect(program.raw().lastIndexOf('\u001b[?1004l')).toBeGreaterThan(
      program.raw().lastIndexOf('\u001b[?1004h'),
    );
  });
});
