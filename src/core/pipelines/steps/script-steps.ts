import { from, type Node } from '../emit/node.ts';
import type { Conversion } from '../jobs/conversion.ts';
import { literal } from '../jobs/expressions.ts';
import type { Script } from '../model/step.ts';
import { pipeValueSteps } from './pipe-values.ts';
import { pipeSteps } from './pipes.ts';
import { epilogue, prologue, type Shell, type StretchPosition } from './shell.ts';
import { type Stretch, stretchesOf } from './stretches.ts';

interface ScriptSteps {
  readonly script: Script;
  readonly shell: Shell;
  readonly conversion: Conversion;
}

/** The script of a step: one shell for the commands between two pipes. */
export function scriptSteps(
  { script, ...rest }: ScriptSteps,
  { hasAfterScript }: { readonly hasAfterScript: boolean },
): readonly Node[] {
  const stretches = stretchesOf(script);
  const steps = stretches.flatMap((stretch, index): readonly Node[] => {
    const position = {
      isFirst: index === 0,
      isLast: index === stretches.length - 1,
      keepsExitCode: hasAfterScript,
    };
    if (stretch.kind === 'pipe') {
      const steps = pipeSteps(stretch, rest.conversion);
      return steps.length === 0 ? [] : [...pipeValueSteps(stretch, rest.shell, position), ...steps];
    }
    const run = runText(stretch, position, rest);
    const name = stretches.length === 1 ? 'Script' : `Script, part ${index + 1}`;
    return [{ name, run: from(run, ...stretch.places, script.place) }];
  });
  return steps.map((step, index) => (index === 0 ? from(step, script.place) : step));
}

/** Runs the after-script, whatever became of the script; a failure in it changes nothing. */
export function afterScriptSteps({ script, ...rest }: ScriptSteps): readonly Node[] {
  const code =
    "${{ job.status == 'success' && '0' || env.SCRIPT_EXIT_CODE != '0' && env.SCRIPT_EXIT_CODE || '1' }}";
  const stretches = stretchesOf(script);
  return stretches.flatMap((stretch, index): readonly Node[] => {
    const around = { if: 'always()', 'continue-on-error': true };
    const position = {
      isFirst: index === 0,
      isLast: index === stretches.length - 1,
      keepsExitCode: false,
    };
    if (stretch.kind === 'pipe') {
      const values = pipeValueSteps(stretch, rest.shell, position).map((one) => ({
        ...(one as { readonly [key: string]: Node }),
        ...around,
        env: { BITBUCKET_EXIT_CODE: code },
      }));
      const steps = pipeSteps(stretch, rest.conversion);
      return [...values, ...steps.map((step) => afterPipe(step, around, code))];
    }
    const run = from(runText(stretch, position, rest), ...stretch.places, script.place);
    return [{ name: 'After the script', ...around, env: { BITBUCKET_EXIT_CODE: code }, run }];
  });
}

function afterPipe(step: Node, around: { readonly [key: string]: Node }, code: string): Node {
  if (typeof step !== 'object' || !('places' in step) || !('value' in step)) return step;
  const { name, uses, env } = step.value as { readonly [key: string]: Node };
  const variables = { ...(env as { readonly [key: string]: Node }), BITBUCKET_EXIT_CODE: code };
  const places = step.places as Parameters<typeof from>[1][];
  return from({ name: name ?? '', ...around, uses: uses ?? '', env: variables }, ...places);
}

function runText(
  stretch: Stretch & { readonly kind: 'commands' },
  position: StretchPosition,
  { shell }: Omit<ScriptSteps, 'script'>,
): string {
  const lines = [
    ...prologue(shell, position),
    ...stretch.lines,
    ...epilogue(stretch, shell, position),
  ];
  return `${literal(lines.join('\n')).replace(/\n+$/, '')}\n`;
}
