import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Part, Section } from '../document/section.ts';
import { startHostsProcess } from '../hosts/hosts-process.ts';
import type { Hosts } from '../hosts/messages.ts';
import { timeProcess } from '../run-process.ts';
import { launcher, type ProcessEnvironment, say } from '../surroundings.ts';
import { reportUsage } from '../usage.ts';

const repositories = 500;
const secretsOfEach = 20;

/** `migrator secrets scaffold` for a whole company: how many requests it takes, and what a second run takes. */
export const secrets: Section = { name: 'secrets', title: 'Secrets', measure };

const prose = `
\`migrator secrets scaffold\` for ${repositories} repositories with ${secretsOfEach} secrets each, on hosts without limits: requests are what
it costs on GitHub, which lets 5,000 an hour through. Each repository takes one list, one public key and a request for every
secret; a second run finds everything there, and takes the lists alone.`;

async function measure(processEnvironment: ProcessEnvironment): Promise<Part[]> {
  say(`migrator secrets scaffold for ${repositories} repositories ...`);
  await using hostsProcess = startHostsProcess(processEnvironment.environment);
  const folder = join(processEnvironment.folder, 'secrets-hosts');
  const hosts = await hostsProcess.ask({ kind: 'start', folder, groups: [], listed: 0 });
  await hostsProcess.ask({ kind: 'add-targets', names: names() });
  await writeFile(join(processEnvironment.folder, 'secrets.yaml'), manifest());
  const first = await scaffold(processEnvironment, hosts);
  const made = await hostsProcess.ask({ kind: 'take-requests' });
  const second = await scaffold(processEnvironment, hosts);
  const found = await hostsProcess.ask({ kind: 'take-requests' });
  const keys = made.filter(({ path }) => path.endsWith('/public-key')).length;
  // The account, the organisation and the membership.
  const begin = 3;
  const amounts = [
    {
      name: 'requests, nothing there',
      unit: 'requests',
      samples: [made.length],
      bound: begin + repositories * (2 + secretsOfEach),
    },
    { name: 'public keys', unit: 'requests', samples: [keys], bound: repositories },
    {
      name: 'requests, everything there',
      unit: 'requests',
      samples: [found.length],
      bound: begin + repositories,
    },
    {
      name: 'peak memory',
      unit: 'MB',
      samples: [first.megabytes, second.megabytes],
      bound: null,
    },
    {
      name: 'time, nothing there',
      unit: 's',
      samples: [Math.round(first.milliseconds / 100) / 10],
      bound: null,
    },
  ];
  return [{ prose, amounts }];
}

function names(): string[] {
  return Array.from({ length: repositories }, (_, index) => `service-${index + 1}`);
}

function manifest(): string {
  const secrets = Array.from(
    { length: secretsOfEach },
    (_, index) => `      - name: SECRET_${index + 1}\n        source: repository\n`,
  ).join('');
  return `repositories:\n${names()
    .map((name) => `  ${name}:\n    secrets:\n${secrets}`)
    .join('')}`;
}

async function scaffold({ folder, environment }: ProcessEnvironment, hosts: Hosts) {
  const output = join(folder, 'checklist.md');
  const report = reportUsage(folder);
  const milliseconds = timeProcess({
    command: process.execPath,
    args: [
      ...report.args,
      launcher,
      'secrets',
      'scaffold',
      '--manifest',
      join(folder, 'secrets.yaml'),
      '--target-org',
      hosts.organization,
      '--output',
      output,
      '--force',
    ],
    environment: { ...environment, ...withoutLimits(hosts), ...report.environment },
    folder,
  });
  const boxes = (await readFile(output, 'utf8')).match(/^- \[ \] /gm)?.length ?? 0;
  if (boxes !== repositories * secretsOfEach) throw new Error('the checklist lacks secrets');
  return { milliseconds, megabytes: (await report.read()).peakMegabytes };
}

/** The program keeps to what GitHub documents, unless it is an Enterprise Server. */
function withoutLimits({ environment }: Hosts): Record<string, string> {
  const { DST_API_URL, DST_GIT_URL, ...others } = environment;
  return { ...others, DST_ENTERPRISE_URL: DST_GIT_URL };
}
