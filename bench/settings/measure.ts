import { performance } from 'node:perf_hooks';
import { readingRequests } from '../../src/core/discovery/settings/reading-requests.ts';
import { settingsForecast } from '../../src/core/forecast/settings-forecast.ts';
import { settingsParts as cloudParts } from '../../src/core/hosts/bitbucket-cloud/settings/settings-source.ts';
import { settingsParts as dataCenterParts } from '../../src/core/hosts/bitbucket-data-center/settings/settings-source.ts';
import { planText } from '../../src/core/plan/build-plan.ts';
import type { Plan } from '../../src/core/plan/plan-schema.ts';
import { parsePlan } from '../../src/core/plan/read-plan.ts';
import type { Actor, SourceSettings } from '../../src/core/ports/records/source-settings.ts';
import { buildSettings } from '../../src/core/settings/plan/build-settings.ts';
import type { Part, Section } from '../document/section.ts';
import { say } from '../surroundings.ts';

const repositories = 1000;
const projects = 20;
const groupsOfEach = 4;
const samples = 5;

/** Measures the cost of the settings of a whole company, and how fast their plan is read. */
export const settings: Section = { name: 'settings', title: 'Settings', measure };

const prose = `
${repositories.toLocaleString('en-US')} repositories in ${projects} projects, each with 3 branch restrictions, ${groupsOfEach} groups and 2 webhooks. Requests are the
forecast of \`discover\`, \`plan\` and \`migrate --dry-run\`; hours are what the documented limits make of them (Bitbucket
Cloud 1,000 requests an hour, GitHub 5,000 and a second between two writes). Times are those of this machine, in one process.`;

async function measure(): Promise<Part[]> {
  say(`settings of ${repositories} repositories ...`);
  const plans: Plan[] = [];
  const planning = timed(() => plans.push(buildPlan()));
  const [plan] = plans;
  if (plan === undefined) throw new Error('no plan');
  const text = planText(plan);
  const reading = timed(() => parsePlan({ path: 'plan.json', text, resolveTargetNames: null }));
  const { reads, writes, milliseconds } = settingsForecast(plan);
  const scope = { repositories, projects };
  const amount = (name: string, value: number, unit = 'requests') => ({
    ...{ name, unit },
    samples: [value],
    bound: null,
  });
  return [
    {
      prose,
      amounts: [
        amount('read from Bitbucket Cloud', readingRequests(cloudParts, scope)),
        amount('read from Data Center', readingRequests(dataCenterParts, scope)),
        amount('read from GitHub while applying', reads),
        amount('written to GitHub', writes),
        amount('hours on GitHub', Math.round(milliseconds / 360_000) / 10, 'h'),
        amount('plan.json', Math.round(text.length / 100_000) / 10, 'MB'),
        { name: 'plan built', unit: 'ms', samples: planning, bound: null },
        { name: 'plan read', unit: 'ms', samples: reading, bound: null },
      ],
    },
  ];
}

function timed(work: () => unknown): number[] {
  return Array.from({ length: samples }, () => {
    const start = performance.now();
    work();
    return Math.round(performance.now() - start);
  });
}

function buildPlan(): Plan {
  const all = Array.from({ length: repositories }, (_, index) => ({
    source: `service-${index}`,
    settings: settingsOf(index),
  }));
  const choice = { users: null, teamMap: new Map(), hasUserActors: true };
  const built = buildSettings({ kind: 'bitbucket-cloud', groups: [], repositories: all }, choice);
  return {
    version: 1,
    source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
    target: { organization: 'acme' },
    options: {},
    teams: [...built.teams],
    repositories: all.map(({ source }) => ({
      source,
      target: source,
      visibility: 'private',
      settings: [...(built.settings.get(source) ?? [])],
    })),
  };
}

function settingsOf(index: number): SourceSettings {
  const actors = Array.from({ length: groupsOfEach }, (_, at): Actor => {
    const name = `group-${(index % projects) * groupsOfEach + at}`;
    return { kind: 'group', id: name, name };
  });
  const level = 'repository';
  const types = ['push', 'force', 'delete'] as const;
  return {
    rules: types.map((type, at) => ({
      ...{ id: String(at), level, type },
      refs: { kind: 'glob', pattern: type === 'delete' ? 'release/*' : 'main' },
      prevents: type === 'push' ? ['push', 'force', 'delete', 'create'] : [type],
      exceptions: type === 'push' ? actors.slice(0, 1) : [],
    })),
    access: actors.map((actor) => ({ actor, level: 'write', from: 'project' })),
    webhooks: ['ci', 'chat'].map((name) => ({
      ...{ id: name, level, name, active: true, secret: true, verified: true },
      url: `https://${name}.acme.example/${index}`,
      events: ['repo:push', 'pullrequest:created'],
    })),
    ...{ checks: [], strategies: null, reviewers: [], owners: null, keys: [] },
    ...{ jira: [], labels: [], builds: [], unread: [] },
  };
}
