import type { CommandProgram } from '../commands/command-program.ts';
import type { ComparisonView, LiveView } from '../commands/live-view.ts';
import type { Phases, PhaseView, StaysOpen } from '../commands/phase-view.ts';
import { foldingOutput } from '../kernel/fold-lines.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import type { TimedEvent } from '../ports/records/events.ts';
import type { OutputOptions } from '../report/reporter.ts';
import type { RunState } from '../report/run/run-state.ts';
import type { RunController } from '../work/pausing/run-controller.ts';

/** How a command speaks to people: by the full interface while that is open, otherwise in lines or as JSON. */
export interface CommandOutput {
  readonly show: (event: TimedEvent) => void;
  readonly say: (line: string) => void;
  /** Tells the person also beside a result as JSON. */
  readonly warn: (message: string) => void;
  /** To the log of the full interface alone. */
  readonly log: (line: string) => void;
  readonly compare: (comparison: ComparisonView | null) => void;
  readonly ask: CommandProgram['ask'];
  isLive(): boolean;
  /** Opens the full interface where there is one; a failure of it is reported, and lines go on in its place. */
  openLive(run: { runController: RunController; run: () => RunState }): Promise<void>;
  readonly endLive: () => Promise<void>;
  /** @param staysOpen left out: plain output */
  phases(staysOpen: StaysOpen | undefined, run: { runController: RunController }): Phases;
}

export function createCommandOutput(options: {
  program: CommandProgram;
  output: OutputOptions;
  /** Shows events where there is no interface. */
  show: (event: TimedEvent) => void;
}): CommandOutput {
  const { program, output } = options;
  let live: LiveView | PhaseView | null = null;
  let dashboard: LiveView | null = null;
  let phases: PhaseView | null = null;

  function say(line: string): void {
    if (live !== null) live.say(line);
    else if (output.mode === 'lines') foldingOutput(program.stderr).write(`${line}\n`);
  }

  const look = { color: output.color, theme: output.theme, verbosity: output.verbosity };

  /** The screen has failed. */
  function onFailure(cause: unknown, untold: readonly TimedEvent[]): void {
    live = null;
    dashboard = null;
    phases = null;
    const why = cause instanceof Error ? cause.message : String(cause);
    say(`Dashboard failed (${why}); continuing with plain output.`);
    for (const event of untold) options.show(event);
  }

  return {
    say,
    warn(message) {
      const line = safe(`warning  ${message}`);
      if (live !== null) live.say(line);
      else program.stderr.write(`${line}\n`);
    },
    log: (line) => dashboard?.log(line),
    compare: (comparison) => dashboard?.compare(comparison),
    show: (event) => (live === null ? options.show(event) : live.show(event)),
    // Whether somebody can be asked does not change; where, does.
    ask:
      program.ask === null
        ? null
        : (question) => (live?.ask ?? program.ask)?.(question) ?? Promise.resolve(null),
    isLive: () => live !== null,
    async openLive({ runController, run }) {
      const { openLiveView, drain } = program;
      if (openLiveView === null || output.mode === 'json') return;
      dashboard = await openLiveView({
        ...{ ...look, controls: runController.controls, run, drain },
        interrupt: program.interrupt,
        onFailure(cause, untold) {
          onFailure(cause, untold);
          runController.attend(false);
        },
      });
      live = dashboard;
    },
    phases: (staysOpen, { runController: { controls } }) =>
      phasesOf({
        ...{ view: () => phases, say },
        async open() {
          const { openPhaseView: openView, drain, interrupt } = program;
          if (staysOpen === undefined || output.mode === 'json' || live !== null) return;
          const from = { controls, drain, interrupt, onFailure, staysOpen };
          phases = (await openView?.({ ...look, ...from })) ?? null;
          live = phases;
        },
      }),
    async endLive() {
      const ending = live;
      live = null;
      dashboard = null;
      phases = null;
      await ending?.close();
    },
  };
}

/** Shows a command on the screen of phases while that is open, otherwise in lines. */
function phasesOf({
  view,
  open,
  say,
}: {
  readonly view: () => PhaseView | null;
  readonly open: () => Promise<void>;
  readonly say: (line: string) => void;
}): Phases {
  return {
    async begin(run) {
      await open();
      view()?.begin(run);
    },
    report: (progress) => view()?.report(progress),
    present(lines) {
      const shown = view();
      if (shown === null) lines.forEach(say);
      else shown.present(lines);
    },
    end: async (result) => (await view()?.end(result)) ?? 'leave',
  };
}
