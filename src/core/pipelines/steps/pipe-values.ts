import { from, type Node } from '../emit/node.ts';
import { literal } from '../jobs/expressions.ts';
import type { Pipe } from '../model/step.ts';
import { prologue, type Shell, type StretchPosition } from './shell.ts';

/** Matches text that only a shell can expand: a command, or a parameter with more than a default. */
const needsShell = /`|\$\(|\$\{(?![A-Za-z_]\w*(?::?-[^}]*)?\})/;

/** Tells whether a value of a pipe is more than text and plain variables. Pure. */
export function isShellValue(value: string): boolean {
  return needsShell.test(value);
}

/** The variable that carries such a value from the shell to the container. Pure. */
export function carrierOf(name: string): string {
  return `PIPE_${name.replace(/\W/g, '_')}`;
}

/** Expands in a shell what Bitbucket expands in its shell before it starts a pipe. Pure. */
export function pipeValueSteps(
  { variables }: Pipe,
  shell: Shell,
  position: StretchPosition,
): readonly Node[] {
  const complex = variables.flatMap(({ name, value, place }) =>
    typeof value === 'string' && isShellValue(value) ? [{ name, value, place }] : [],
  );
  if (complex.length === 0) return [];
  const lines = complex.flatMap(({ name, value }) => [
    `value="${value.replaceAll('"', '\\"')}"`,
    `printf '%s<<END_OF_%s\\n%s\\nEND_OF_%s\\n' ${carrierOf(name)} $$ "$value" $$ >> "$GITHUB_ENV"`,
  ]);
  const start = prologue(shell, { ...position, keepsExitCode: false });
  const run = `${literal([...start, ...lines].join('\n'))}\n`;
  return [
    { name: 'Expand values for the pipe', run: from(run, ...complex.map(({ place }) => place)) },
  ];
}
