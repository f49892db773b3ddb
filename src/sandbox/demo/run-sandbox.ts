import type { Program } from '../../core/program.ts';
import { openSandbox } from './open-sandbox.ts';

/** Starts the hosts, prints how to reach them, and ends with the process's signal. */
export async function runSandbox(options: {
  flags: { readonly json: boolean; readonly repository: readonly string[] };
  program: Program;
}): Promise<void> {
  const { flags, program } = options;
  await using opened = await openSandbox({ program, repositories: flags.repository });
  const { sandbox } = opened;
  const state = { MIGRATOR_STATE_DIR: opened.environment.MIGRATOR_STATE_DIR ?? '' };
  const variables = { ...sandbox.environment, ...state };
  program.stdout.write(flags.json ? `${JSON.stringify(variables)}\n` : exportLines(variables));
  program.stderr.write(
    [
      '',
      `Bitbucket's workspace ${sandbox.workspace} and GitHub's organization ${sandbox.organization} are up. In another terminal:`,
      '  (export the variables above)',
      `  migrator discover --workspace ${sandbox.workspace} --output inventory.json`,
      `  migrator plan --inventory inventory.json --target-org ${sandbox.organization} --output plan.json`,
      '  migrator migrate --plan plan.json',
      'Ctrl+C ends them.',
      '',
    ].join('\n'),
  );
  await aborted(program.drain);
}

function exportLines(variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`);
  return lines.join('');
}

/** Signals keep no process alive by themselves: the hosts' servers do. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
