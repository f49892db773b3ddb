import { isLoopback } from '../../kernel/base-url.ts';
import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { entryName } from '../entries/entry-path.ts';
import { pipelineDefinition } from './pipeline-definition.ts';
import type { PipelinePlan, PlannedRepository } from './pipeline-plan.ts';
import type { PipelineTools } from './pipeline-tools.ts';
import { variableNames } from './prepare-repository.ts';
import { longestLife, writePolicy } from './write-token.ts';

export interface Shown {
  readonly plan: PipelinePlan;
  readonly tools: Pick<
    PipelineTools,
    'definition' | 'runnerAddress' | 'role' | 'runner' | 'workspace' | 'vault'
  >;
  /** Every definition, not one of each kind. */
  readonly isWhole: boolean;
}

/** Repositories whose definition is shown before a run. */
const mostDefinitions = 3;
/** In place of what is chosen by chance for each run. */
const sampleId = 'xxxxxxxxxxxx';

/** All that is about to be done on the source and in the vault, and what it leaves there. Pure. */
export function confirmationLines({ plan, tools, isWhole }: Shown): readonly string[] {
  const { repositories, skipped } = plan;
  const runs = repositories.flatMap((one) => one.runs);
  const environments = runs.filter(({ environment }) => environment !== null).length;
  const names = variableNames(sampleId);
  const shown = isWhole ? repositories : repositories.slice(0, mostDefinitions);
  return [
    `${count(runs.length, 'pipeline')} on Bitbucket will write ${count(runs.flatMap(({ values }) => values).length, 'value')} from ${count(repositories.length, 'repository', 'repositories')} of ${safe(tools.workspace)} to the vault.`,
    'For each repository, one at a time:',
    `  - a policy and a token in the vault: ${tokenLine(tools.role)}, valid for at most ${longestLife / 60} minutes, revoked at the end`,
    `  - the secured repository variables ${names.address} and ${names.token}, deleted at the end`,
    `  - the branch migrator/vault-${sampleId} on top of the main branch, which stays unchanged; deleted at the end. Pushing it starts no pipeline, but triggers webhooks`,
    '  - one run for the repository and one for each environment, watched until it ends',
    ...repositories.map((one) => `  ${safe(one.slug)}: ${runsText(one)}`),
    'What remains on Bitbucket: the runs in the list of pipelines, with the build minutes they use' +
      (environments === 0
        ? '.'
        : `, and ${count(environments, 'deployment record')}: the dashboard shows a deployment for each environment. Environments that block the branch are listed, not forced.`),
    `Scopes needed in addition to reading: ${tools.runner.scopes.join(', ')}.`,
    ...reachLines(tools),
    ...skipped.map(({ address, reason }) => `Skipped: ${safe(entryName(address))}: ${reason}`),
    ...shown.flatMap((one) => definitionLines(one, tools)),
    ...(shown.length < repositories.length
      ? [
          `Similar definitions not shown: ${repositories.length - shown.length}. --dry-run shows them all.`,
        ]
      : []),
  ];
}

function tokenLine(role: string | null): string {
  return role === null
    ? 'can write these entries and read nothing'
    : `created by the token role ${role}, and tested for read access`;
}

function runsText({ runs }: PlannedRepository): string {
  return runs
    .map(({ environment, values }) => {
      const where = environment === null ? '' : ` of ${safe(environment)}`;
      return `${count(values.length, 'value')}${where}`;
    })
    .join(', ');
}

/** Bitbucket's own runners come from the internet. */
function reachLines({ runnerAddress, definition, runner }: Shown['tools']): readonly string[] {
  const { hostname } = new URL(runnerAddress);
  const onSelfHosted = definition.runsOn.length > 0;
  const isInside = isLoopback(hostname) || isPrivate(hostname);
  const from = onSelfHosted
    ? `the self-hosted runners (${definition.runsOn.join(', ')})`
    : "Bitbucket's runners, from the internet (https://ip-ranges.atlassian.com)";
  const lines = [`The vault must be reachable as ${runnerAddress} from ${from}.`];
  const isTrial = isLoopback(runner.hostname.replace(/:\d+$/, ''));
  if (!isInside || onSelfHosted || isTrial) return lines;
  return [
    ...lines,
    `warning  ${hostname} is not an internet address: use self-hosted runners (--runs-on) or another address (--runner-vault-addr).`,
  ];
}

function isPrivate(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return (
    /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\./.test(bare) ||
    /^f[cd][0-9a-f]{2}:/i.test(bare) ||
    /\.(local|internal|lan|corp)$/i.test(bare) ||
    !/[.:]/.test(bare)
  );
}

function definitionLines(one: PlannedRepository, tools: Shown['tools']): readonly string[] {
  const text = pipelineDefinition({
    ...tools.definition,
    runs: one.runs,
    variables: variableNames(sampleId),
  });
  const paths = one.runs.flatMap(({ values }) => values.map(({ path }) => path));
  const policy =
    tools.role === null ? writePolicy(tools.vault.settings.mount, paths).trimEnd().split('\n') : [];
  return [
    '',
    `bitbucket-pipelines.yml for ${safe(one.slug)}:`,
    ...text
      .trimEnd()
      .split('\n')
      .map((line) => `    ${safe(line)}`),
    ...(policy.length === 0 ? [] : ["Its token's policy:"]),
    ...policy.map((line) => `    ${safe(line)}`),
  ];
}
