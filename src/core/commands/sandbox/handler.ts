import { type Sandbox, usersEnvironment } from '../../../sandbox/sandbox.ts';
import type { Program } from '../../program.ts';
import { safe } from '../../report/terminal-text.ts';
import { openSandbox, type SandboxNetwork } from '../embedded-hosts/open.ts';

/** Starts the hosts, prints how to reach them, and ends with the process's signal. */
export async function runSandbox(options: {
  flags: SandboxNetwork & {
    readonly json: boolean;
    readonly repository: readonly string[];
    readonly source: 'cloud' | 'data-center' | undefined;
  };
  program: Program;
}): Promise<void> {
  const { flags, program } = options;
  await using opened = await openSandbox({
    program,
    repositories: flags.repository,
    source: flags.source,
    network: flags,
  });
  const { sandbox } = opened;
  const state = { MIGRATOR_STATE_DIR: opened.environment.MIGRATOR_STATE_DIR ?? '' };
  const variables = { ...usersEnvironment(sandbox), ...state };
  program.stdout.write(flags.json ? `${JSON.stringify(variables)}\n` : exportLines(variables));
  program.stderr.write(
    [
      '',
      `Bitbucket's ${sandbox.dataCenter === null ? 'workspace' : 'project'} ${sandbox.workspace} and GitHub's organization ${sandbox.organization} are up. In another terminal:`,
      '  (export the variables above)',
      `  migrator discover --workspace ${sandbox.workspace} --output inventory.json`,
      `  migrator plan --inventory inventory.json --target-org ${sandbox.organization} --output plan.json`,
      '  migrator migrate --plan plan.json',
      ...(sandbox.dataCenter === null ? secretLines(sandbox) : []),
      'Mails with license keys (migrator license register) are shown here.',
      `Telemetry is off; with MIGRATOR_TELEMETRY_URL=${sandbox.telemetry.url} the embedded sink takes it.`,
      'Ctrl+C ends them.',
      '',
    ].join('\n'),
  );
  sandbox.license.onMail = (mail) => {
    program.stderr.write(`\nMail to ${safe(mail.to)}: ${safe(mail.subject)}\n\n${mail.text}\n`);
  };
  await aborted(program.drain);
}

/** A Data Center has no pipelines, and so no variables. */
function secretLines({
  workspace,
  organization,
  gateway,
}: Pick<Sandbox, 'workspace' | 'organization' | 'gateway'>): readonly string[] {
  const ofVault = [
    `  migrator secrets sync-to-vault --workspace ${workspace} --vault-project acme --through-pipeline`,
    `  migrator secrets sync-from-vault --vault-project acme --target-org ${organization}`,
  ];
  return [
    `  migrator discover --workspace ${workspace} --include-secrets --output inventory.json`,
    '  migrator secrets manifest --inventory inventory.json --output secrets.yaml',
    `  migrator secrets scaffold --manifest secrets.yaml --target-org ${organization} --plan plan.json`,
    ...(gateway === null ? ofVault : [withoutVault]),
  ];
}

const withoutVault =
  'Behind a proxy the hosts have names of their own, for which the license is Free: sync-to-vault and sync-from-vault need the sandbox without --proxy.';

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
