import type { CommandProgram } from '../commands/command-program.ts';
import type { LiveView } from '../commands/live-view.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import type { RunDesk } from '../migration/control/run-controller.ts';
import type { BudgetView } from '../network/budget/budget-view.ts';
import type { TimedEvent } from '../ports/events.ts';
import type { Appearance } from '../report/reporter.ts';

/** How a command speaks to people: by the full interface while that is open, otherwise in lines or as JSON. */
export interface Voice {
  readonly show: (event: TimedEvent) => void;
  readonly say: (line: string) => void;
  /** Tells the person also beside a result as JSON. */
  readonly warn: (message: string) => void;
  readonly ask: CommandProgram['ask'];
  isLive(): boolean;
  /** Opens the full interface where there is one; a failure of it is told, and lines go on in its place. */
  openLive(run: { desk: RunDesk; budgets: () => Promise<readonly BudgetView[]> }): Promise<void>;
  readonly endLive: () => Promise<void>;
}

export function createVoice(options: {
  program: CommandProgram;
  look: Appearance;
  /** Shows events where there is no interface. */
  show: (event: TimedEvent) => void;
}): Voice {
  const { program, look } = options;
  let live: LiveView | null = null;

  function say(line: string): void {
    if (live !== null) live.say(line);
    else if (look.mode === 'lines') program.stderr.write(`${line}\n`);
  }

  return {
    say,
    warn(message) {
      const line = safe(`warning  ${message}`);
      if (live !== null) live.say(line);
      else program.stderr.write(`${line}\n`);
    },
    show: (event) => (live === null ? options.show(event) : live.show(event)),
    // Whether somebody can be asked does not change; where, does.
    ask:
      program.ask === null
        ? null
        : (question) => (live?.ask ?? program.ask)?.(question) ?? Promise.resolve(null),
    isLive: () => live !== null,
    async openLive({ desk, budgets }) {
      const { openLiveView, drain } = program;
      if (openLiveView === null || look.mode === 'json') return;
      live = await openLiveView({
        color: look.color,
        verbosity: look.verbosity,
        controls: desk.controls,
        budgets,
        drain,
        interrupt: program.interrupt,
        onFailure(cause, untold) {
          live = null;
          const why = cause instanceof Error ? cause.message : String(cause);
          say(`The dashboard has failed (${why}): the run goes on, told in lines.`);
          for (const event of untold) options.show(event);
          desk.attend(false);
        },
      });
    },
    async endLive() {
      const ending = live;
      live = null;
      await ending?.close();
    },
  };
}
