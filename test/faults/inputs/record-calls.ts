import { createApp } from '../../../src/core/app/create-app.ts';
import { keptOptionsOf } from '../../../src/core/choices/kept-options.ts';
import { migrationOptions } from '../../../src/core/choices/options.ts';
import type { CommandProgram } from '../../../src/core/commands/command-program.ts';
import type { Ruleset } from '../../../src/core/ports/records/target-settings.ts';
import type { SourceHost } from '../../../src/core/ports/source-host.ts';
import type { TargetHost } from '../../../src/core/ports/target-host.ts';
import { migrate } from '../../../src/core/verbs/migrate/migrate.ts';
import { verifyMigration } from '../../../src/core/verbs/verify/verify-migration.ts';
import type { Workplace } from '../../helpers/program/workplace.ts';
import { withSettings } from '../../helpers/settings/settings-place.ts';

/** One call of a port, as the engine makes it. */
export interface PortCall {
  readonly host: 'source' | 'target';
  /** `pullRequests.list` */
  readonly name: string;
  readonly given: readonly unknown[];
}

/** Calls of one kind that are kept: they differ in what they ask for. */
const most = 8;

export interface Recorded {
  readonly migration: string;
  readonly calls: readonly PortCall[];
}

/** Migrates `web` and verifies it for real, and keeps what is asked of both ports meanwhile. */
export async function recordCalls(place: Workplace, program: CommandProgram): Promise<Recorded> {
  const calls: PortCall[] = [];
  const flags = {
    json: true,
    plain: true,
    color: false,
    verbose: 0,
    config: place.write('record.yaml', 'network:\n  settle_seconds: 0\n'),
  };
  await using app = await createApp({ program, flags });
  const services = await app.migrationServices();
  const source = recording(services.source, 'source', calls);
  const target = recording(services.target, 'target', calls);
  await askForMore(source, place.sandbox.workspace);
  const plan = withSettings(place.plan('web'));
  const options = migrationOptions({ flags: {}, plan: plan.options, config: app.config });
  const never = new AbortController().signal;
  const outcome = await migrate({
    services: { ...services, source, target },
    events: app.events,
    plan,
    planText: JSON.stringify(plan),
    options,
    wanted: keptOptionsOf({ plan, options: options.pullRequests, flags: {}, userMap: null }),
    resume: null,
    reset: new Set(),
    adoptsFound: false,
    signal: never,
    drain: never,
  });
  if (outcome.kind !== 'finished' || outcome.counts.failed > 0)
    throw new Error(`nothing was recorded: ${JSON.stringify(outcome)}`);
  const migration = await services.store.findMigration(outcome.migration);
  if (migration === null) throw new Error('there is no migration');
  await verifyMigration({
    ...services,
    target,
    migration,
    markerKey: await services.loadMarkerKey(),
    reread: { source, workspace: place.sandbox.workspace, planned: new Map() },
    signal: never,
    requests: app.requests,
    onRepository: () => {},
  });
  await askForOthers(target);
  return { migration: migration.id, calls };
}

/** Asks for what discovery asks for, and a migration does not. */
async function askForMore(source: SourceHost, workspace: string): Promise<void> {
  for await (const page of source.listRepositories({ workspace })) void page;
  await source.readTextFile({
    workspace,
    slug: 'web',
    ref: 'main',
    path: 'a.txt',
    maxBytes: 10_000,
  });
  await source.pullRequests.members({ workspace });
  await source.findRepository({ workspace, slug: 'nowhere' });
  const web = { workspace, slug: 'web', defaultBranch: 'main', project: 'SHOP' };
  for (const { part } of source.settings.parts) await source.settings.read(part, web);
  await source.settings.groups({ workspace, ids: ['developers'] });
}

/** Asks for what is asked for in trouble alone. Refusals are answers as well. */
async function askForOthers(target: TargetHost): Promise<void> {
  const name = { owner: 'acme', name: 'web' };
  const asked = [
    () => target.pullRequests.find({ ...name, number: 1 }),
    () => target.pullRequests.findUsers({ logins: ['jane', 'nobody-at-all'] }),
    () => target.pullRequests.isCollaborator({ ...name, login: 'jane' }),
    () => target.pullRequests.requestReviewers({ ...name, number: 4, logins: ['nobody-at-all'] }),
    () =>
      target.pullRequests.merge({
        ...name,
        number: 5,
        head: '0'.repeat(40),
        title: 'Merge',
        message: '',
      }),
    () => target.setTopics({ ...name, topics: ['one', 'two'] }),
    () =>
      target.audit.findMissingLfsObjects({
        ...name,
        objects: [{ oid: 'a'.repeat(64), size: 12 }],
      }),
    () => target.audit.updateText({ ...name, number: 1, kind: 'comment', id: '1', body: 'x' }),
    () => target.renameRepository({ ...name, newName: 'web-renamed' }),
    () => target.findRepository(name),
    () => target.updateRepository({ owner: 'acme', name: 'web-renamed', archived: true }),
    // As it was.
    () => target.updateRepository({ owner: 'acme', name: 'web-renamed', archived: false }),
    () => target.renameRepository({ owner: 'acme', name: 'web-renamed', newName: 'web' }),
  ];
  for (const ask of asked) await ask().catch(() => null);
  await askForRulesets(target);
}

/** Asks for rulesets of an organization, which no plan of the scene has. */
async function askForRulesets({ settings: { organization: port } }: TargetHost): Promise<void> {
  const acme = { organization: 'acme' };
  const ids = { teams: new Map<string, string>(), users: new Map<string, string>() };
  const ruleset: Ruleset = {
    target: 'branch',
    include: ['~ALL'],
    rules: [{ type: 'deletion' }],
    bypass: [],
    enforcement: 'active',
  };
  const named = { ...acme, ids, ruleset, rulesetName: 'bitbucket: all' };
  const { id } = await port.createRuleset({ ...named, repository: '1' });
  await port.listRulesets({ ...acme, ids, prefix: 'bitbucket: ' });
  await port.readRuleset({ ...acme, ids, id });
  await port.updateRuleset({ ...named, id });
  await port.coverRepository({ ...acme, id, repository: '2', covers: true });
  await port.enforceRuleset({ ...acme, id, enforcement: 'disabled' });
}

/** The same port, whose calls are written down. */
function recording<T extends object>(port: T, host: PortCall['host'], calls: PortCall[]): T {
  return record(port, host, '', calls);
}

function record<T extends object>(
  port: T,
  host: PortCall['host'],
  prefix: string,
  calls: PortCall[],
): T {
  return new Proxy(port, {
    get(of, key, receiver) {
      const value: unknown = Reflect.get(of, key, receiver);
      const name = `${prefix}${String(key)}`;
      if (typeof value === 'function') {
        return (...given: readonly unknown[]) => {
          keep(calls, { host, name, given });
          return Reflect.apply(value, of, given);
        };
      }
      const isPart = parts.includes(String(key));
      return isPart ? record(value as object, host, `${name}.`, calls) : value;
    },
  });
}

const parts = ['pullRequests', 'audit', 'settings', 'organization', 'repository'];

/** Calls without a request are left out: the embedded GitHub has no fine-grained tokens. */
const silent = ['gitAccess', 'findTokenGaps', 'normalizeDescription'];

function keep(calls: PortCall[], call: PortCall): void {
  if (silent.includes(call.name)) return;
  const alike = calls.filter(({ host, name }) => host === call.host && name === call.name);
  const text = textOf(call);
  if (alike.length < most && !alike.some((one) => textOf(one) === text)) calls.push(call);
}

function textOf({ given }: PortCall): string {
  return JSON.stringify(given, (key, value) => (key === 'signal' ? undefined : value)) ?? '';
}
