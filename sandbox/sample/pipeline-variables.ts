import type { BitbucketHost } from '../bitbucket/host.ts';
import type { VariablePlace } from '../bitbucket/pipelines/pipelines.ts';
import { addSchedule } from '../bitbucket/pipelines/pipelines.ts';

/** Values begin with this, so that one that has got anywhere is recognised. */
const plantedValue = 'planted-value-';

/** `open:` before a name: not secured, so that the host shows the value to people. */
const shared = ['NPM_TOKEN', 'SONAR_TOKEN', 'SLACK_WEBHOOK', 'open:REGISTRY_HOST'];

const repositories: Readonly<Record<string, readonly string[]>> = {
  'checkout-web': ['SENTRY_DSN', 'STRIPE_KEY', 'open:BUILD_FLAVOUR'],
  // One that the target keeps for itself, and two that are one to it.
  'billing-engine': ['GITHUB_TOKEN', 'Db_Password', 'DB_PASSWORD', 'LEDGER_KEY'],
  // More than a page that nobody has asked to be longer.
  'payments-service-new': Array.from({ length: 23 }, (_, index) => `MERCHANT_${index + 1}_SECRET`),
};

const environments: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'checkout-web': {
    Staging: ['DEPLOY_KEY', 'DATABASE_URL'],
    Production: ['DEPLOY_KEY', 'DATABASE_URL', 'CDN_TOKEN'],
  },
  'payments-service-new': { 'Production EU': ['HSM_PIN', 'DATABASE_URL'] },
};

/** Pipelines of the sample workspace: a schedule, variables on all levels, and repositories that never had any. */
export function addSampleVariables(bitbucket: BitbucketHost): void {
  add(bitbucket, {}, shared);
  for (const [repository, names] of Object.entries(repositories)) {
    add(bitbucket, { repository }, names);
  }
  for (const [repository, of] of Object.entries(environments)) {
    for (const [environment, names] of Object.entries(of)) {
      add(bitbucket, { repository, environment }, names);
    }
  }
  addNightlyTest(bitbucket);
}

function addNightlyTest({ findRepository, pipelines }: BitbucketHost): void {
  const uuid = findRepository('checkout-web')?.uuid ?? '';
  addSchedule(pipelines.enable(uuid), uuid, {
    cron: '0 30 3 ? * MON-FRI *',
    enabled: true,
    ref: { type: 'branch', name: 'main' },
    selector: { type: 'custom', pattern: 'smoke-test' },
  });
}

function add(bitbucket: BitbucketHost, place: VariablePlace, names: readonly string[]): void {
  const where = [place.repository, place.environment].filter((part) => part !== undefined);
  for (const written of names) {
    const key = written.replace(/^open:/, '');
    const value = [plantedValue, ...where, key].join('-').replace(/[^A-Za-z0-9-]+/g, '-');
    bitbucket.addVariable(place, { key, value, secured: key === written });
  }
}
