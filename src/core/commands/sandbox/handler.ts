import { once } from 'node:events';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { CommandProgram } from '../command-program.ts';
import type { EmbeddedHosts, PeopleAction, StartHosts } from '../embedded-hosts/hosts.ts';
import { type HostsFlags, openHosts } from '../embedded-hosts/open.ts';

/** `migrator sandbox`: starts the hosts, prints their variables, and ends with a signal. */
export async function runSandbox(options: {
  flags: HostsFlags & { readonly json: boolean; readonly people?: number | undefined };
  program: CommandProgram;
  startHosts: StartHosts;
}): Promise<void> {
  const { flags, program } = options;
  await using opened = await openHosts(options);
  const { hosts } = opened;
  const { workspace, organization } = hosts;
  const isCloud = hosts.source === 'bitbucket-cloud';
  const state = { MIGRATOR_STATE_DIR: opened.environment.MIGRATOR_STATE_DIR ?? '' };
  const variables = { ...hosts.environment, ...state };
  program.stdout.write(flags.json ? `${JSON.stringify(variables)}\n` : exportLines(variables));
  program.stderr.write(
    [
      '',
      `Bitbucket (${isCloud ? 'workspace' : 'project'} ${workspace}) and GitHub (organization ${organization}) are running. In another terminal:`,
      program.stdout.isTerminal
        ? '  (export the variables above; easier: start it again with > sandbox.env)'
        : '  . ./sandbox.env    # the file that standard output goes to',
      `  migrator discover --workspace ${workspace} --deep --users users.csv --output inventory.json`,
      `  migrator users suggest --target-org ${organization} --user-map users.csv --accept medium --output people.csv`,
      `  migrator plan --inventory inventory.json --target-org ${organization} --user-map people.csv --output plan.json`,
      '  migrator migrate --plan plan.json --user-map people.csv',
      '  migrator verify --migration last',
      ...(isCloud ? ['Secrets:', ...secretLines(hosts)] : []),
      'The variables include a license, and a state folder that is deleted when the sandbox stops.',
      'Use another terminal for your own hosts.',
      'License emails appear here. Request one: migrator license register --email ada@example.com',
      `Telemetry is off. Set MIGRATOR_TELEMETRY_URL=${hosts.telemetryUrl} to send it to the sandbox.`,
      ...(hosts.pagesUrl === null
        ? []
        : [`Pull requests on both hosts, side by side: ${hosts.pagesUrl}`]),
      'Press Ctrl+C to stop them.',
      '',
    ].join('\n'),
  );
  hosts.onMail((mail) => {
    program.stderr.write(`\nMail to ${safe(mail.to)}: ${safe(mail.subject)}\n\n${mail.text}\n`);
  });
  if (flags.people !== undefined) {
    hosts.letPeopleWork({
      pauseMilliseconds: flags.people * 1000,
      onAction: (action) => program.stderr.write(`${actionLine(action)}\n`),
    });
  }
  if (!program.drain.aborted) await once(program.drain, 'abort');
}

function actionLine({ by, repository, what, refused }: PeopleAction): string {
  const answer = refused === null ? '' : ` (refused: ${refused})`;
  return safe(`${repository}: ${by}: ${what}${answer}`);
}

/** A Data Center has no pipelines, and so no variables. */
function secretLines({ workspace, organization, isBehindProxy }: EmbeddedHosts): readonly string[] {
  const ofVault = [
    `  migrator secrets sync-to-vault --workspace ${workspace} --vault-project acme --through-pipeline`,
    `  migrator secrets sync-from-vault --vault-project acme --target-org ${organization}`,
  ];
  return [
    `  migrator discover --workspace ${workspace} --include-secrets --output secrets-inventory.json`,
    '  migrator secrets manifest --inventory secrets-inventory.json --output secrets.yaml',
    `  migrator secrets scaffold --manifest secrets.yaml --target-org ${organization} --plan plan.json`,
    ...(isBehindProxy ? [withoutVault] : ofVault),
  ];
}

const withoutVault =
  'Behind the proxy only a Free license applies: use sync-to-vault and sync-from-vault without --proxy.';

function exportLines(variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`);
  return lines.join('');
}
