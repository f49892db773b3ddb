import { exitCodes } from '../exit-codes.ts';
import { count } from '../report/format.ts';
import { safe } from '../report/terminal-text.ts';
import { defineCommand } from './command.ts';
import { configFlags, logFlags, outputFlags } from './common-flags.ts';

export const discoverCommand = defineCommand({
  name: 'discover',
  summary: 'List what a Bitbucket workspace holds',
  description: [
    'Reads the repositories of a workspace into an inventory. Costs one request for every hundred repositories.',
    'Credentials come from the environment: SRC_USERNAME with SRC_API_TOKEN (or SRC_APP_PASSWORD), or SRC_ACCESS_TOKEN.',
  ],
  flags: {
    workspace: {
      kind: 'string',
      value: 'name',
      required: true,
      summary: 'The workspace, as in its address, or its UUID in braces',
    },
    project: { kind: 'string', value: 'key', summary: 'Only the repositories of this project' },
    output: {
      kind: 'string',
      value: 'file',
      completes: 'file',
      summary: 'Write the inventory here instead of standard output',
    },
    ...configFlags,
    ...logFlags,
    ...outputFlags,
  },
  examples: ['migrator discover --workspace acme --output inventory.json'],
  async run({ flags, program }) {
    const [{ createApp }, { discover }, { writeResult }] = await Promise.all([
      import('../app.ts'),
      import('../discovery/discover.ts'),
      import('../files/write-result.ts'),
    ]);
    await using app = await createApp({ program, flags, resultOnly: true });
    const { inventory, leftOut } = await discover({
      source: app.source({ usesGit: false }),
      workspace: flags.workspace,
      ...(flags.project === undefined ? {} : { project: flags.project }),
      clock: program.clock,
      emit: app.events.emit,
      signal: program.stop,
    });
    await writeResult({
      text: `${JSON.stringify(inventory, null, 2)}\n`,
      path: flags.output,
      repositories: inventory.repositories.length,
      json: flags.json,
      program,
    });
    if (leftOut.length === 0) return exitCodes.done;
    program.stderr.write(`${leftOutLine(leftOut)}\n`);
    return exitCodes.someFailed;
  },
});

/** Each was named in a warning of its own when it was met. */
const mostNames = 50;

function leftOutLine(leftOut: readonly string[]): string {
  const names = leftOut.slice(0, mostNames).map(safe).join(', ');
  const more = leftOut.length > mostNames ? ` and ${leftOut.length - mostNames} more` : '';
  const were = leftOut.length === 1 ? 'was' : 'were';
  return `${count(leftOut.length, 'repository', 'repositories')} ${were} left out: ${names}${more}`;
}
