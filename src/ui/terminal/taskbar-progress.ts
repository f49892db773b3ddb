import type { TaskbarProgress, TaskbarState } from '../../core/report/run/taskbar.ts';

const codes: Readonly<Record<TaskbarState['kind'], number>> = {
  normal: 1,
  error: 2,
  unknown: 3,
  paused: 4,
};

/**
 * Shows progress in the terminal's tab, taskbar or dock, by ConEmu's sequence OSC 9;4.
 * @param write to the terminal
 */
export function createTaskbarProgress(write: (text: string) => void): TaskbarProgress {
  let shown = '';
  let isOver = false;
  function show(parameters: string): void {
    if (parameters === shown || isOver) return;
    shown = parameters;
    write(`\u001b]9;4;${parameters}\u001b\\`);
  }
  return {
    set: ({ kind, percent }) => show(`${codes[kind]};${percent}`),
    clear() {
      if (shown !== '' && shown !== '0;0') show('0;0');
    },
    end() {
      this.clear();
      isOver = true;
    },
  };
}

/** VTE shows it since 0.80. */
const firstVte = 8000;

/**
 * Tells whether the terminal shows progress. Others take the sequence for a notification (old iTerm2 and kitty), and tmux and
 * screen pass nothing on: only known ones get it.
 */
export function showsTaskbarProgress(
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { TERM = '', TERM_PROGRAM, TERM_FEATURES = '', TMUX, STY } = environment;
  if (TMUX || STY || /^(screen|tmux|dumb)/.test(TERM)) return false;
  return (
    Boolean(environment.WT_SESSION) ||
    environment.ConEmuANSI === 'ON' ||
    TERM_PROGRAM === 'WezTerm' ||
    TERM_PROGRAM === 'ghostty' ||
    (TERM_PROGRAM === 'iTerm.app' && /P(?![a-z])/.test(TERM_FEATURES)) ||
    Number(environment.VTE_VERSION) >= firstVte
  );
}
