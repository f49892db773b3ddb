import { requireLastWrite } from '../../journal/require-last-write.ts';
import { interrupted, MigratorError, toFailure, toMigratorError } from '../../kernel/errors.ts';
import type { Emit } from '../../ports/records/events.ts';
import type { SecretScope, SecretVisibility } from '../../ports/secret-target.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import type { ExpectedTargets } from '../../replica/context/expected-targets.ts';
import type { RunToLead } from '../../run/shared/lead-run.ts';
import { workOnEachShared } from '../../run/shared/tasks/work-on-each-shared.ts';
import type { Manifest, OrganizationSecret } from '../manifest/manifest.ts';
import {
  repositoryIds,
  type Targeted,
  type TargetedRepository,
} from '../manifest/target-scopes.ts';
import type { OpenedJournal } from '../state/open-journal.ts';
import { scaffoldEnvironments } from './scaffold-environments.ts';
import { scaffoldResult } from './scaffold-run.ts';
import { type ScaffoldTools, scaffoldScope } from './scaffold-scope.ts';
import { countStates, type ScopeReport } from './scope-report.ts';

export interface Scaffold extends Omit<ScaffoldTools, 'target' | 'onCreated' | 'journal'> {
  readonly host: TargetHost;
  /** The organisation or person, as the target writes it. */
  readonly owner: string;
  readonly manifest: Manifest;
  readonly targeted: Targeted;
  readonly created: ExpectedTargets;
  readonly journal: Pick<OpenedJournal, 'ofRepository'> & ScaffoldTools['journal'];
  /** Of a repository of the plan, by its name on the target. */
  readonly waves: ReadonlyMap<string, number | undefined>;
  /** `null`: this process works by itself. */
  readonly shared: RunToLead | null;
  readonly emit: Emit;
}

/** So many refusals in a row are not about one repository. */
const enoughRefusals = 3;

/**
 * Goes through all places of a manifest: the organisation, then each repository and its environments. Existing secrets
 * stay as they are, so that an interrupted run can simply start again.
 * @throws what concerns all places, `interrupted`
 */
export async function scaffold(options: Scaffold): Promise<readonly ScopeReport[]> {
  const { host, manifest, targeted, emit, mode } = options;
  const progress = { done: 0, total: targeted.repositories.length, created: 0, refusals: 0 };
  const tools: ScaffoldTools = {
    ...options,
    target: host.secrets,
    onCreated: () => {
      progress.created += 1;
    },
  };
  const shared = manifest.organization;
  const organization =
    shared.length === 0 ? [] : await scaffoldOrganization(options, tools, shared);
  const byTarget = new Map(targeted.repositories.map((one) => [one.target, one]));
  const here = new Set<unknown>();
  const results = await workOnEachShared<readonly ScopeReport[]>({
    ...{ shared: options.shared, writer: null, signal: options.signal },
    concurrency: host.limits.concurrentWrites,
    // Names on the source may hold blanks.
    repositories: targeted.repositories.map((one) => ({
      source: one.target,
      wave: options.waves.get(one.target),
      taskOptions: JSON.stringify(one),
    })),
    async work({ source, failing: signal }) {
      if (tools.drain.aborted) throw interrupted();
      const repository = byTarget.get(source);
      if (repository === undefined) throw new TypeError('a repository is missing');
      const journal = await options.journal.ofRepository(source);
      const done = await scaffoldRepository(options, { ...tools, journal, signal }, repository);
      here.add(done);
      stopWhenAllAreRefused(progress, done);
      return done;
    },
    ...{ schema: scaffoldResult, what: 'which secrets were created' },
    onResult(reports) {
      if (!here.has(reports)) progress.created += countStates(reports).made;
      progress.done += 1;
      if (progress.done % 10 !== 0 && progress.done !== progress.total) return;
      const { done, total, created: made } = progress;
      emit({ type: 'scaffold-progress', done, total, made, isLook: mode !== 'create' });
    },
  });
  return [...organization, ...results.flat()];
}

/** Instead of thousands of useless requests. */
export function stopWhenAllAreRefused(
  progress: { refusals: number },
  reports: readonly ScopeReport[],
) {
  const refusal = reports.find(({ failure }) => failure?.code === 'permission')?.failure;
  progress.refusals = refusal ? progress.refusals + 1 : 0;
  if (!refusal || progress.refusals < enoughRefusals) return;
  const { code, message, hint, detail } = refusal;
  throw new MigratorError(code, message, { hint, detail });
}

async function scaffoldOrganization(
  options: Scaffold,
  tools: ScaffoldTools,
  secrets: readonly OrganizationSecret[],
): Promise<readonly ScopeReport[]> {
  const { host, owner, targeted, created, signal } = options;
  const place: SecretScope = { kind: 'organization', owner };
  const ids = await repositoryIds({ host, owner, targeted, created, secrets, signal });
  const ready = secrets.filter(({ repositories }) => repositories.every((one) => ids.has(one)));
  const wanted = ready.map((secret) => ({ ...secret, visibility: visibilityOf(secret, ids) }));
  const report = await scaffoldScope(tools, { place, source: null, secrets: wanted });
  const waiting = secrets.filter((secret) => !ready.includes(secret));
  if (waiting.length === 0) return [report];
  // Those that exist already are still reported.
  const rest = await scaffoldScope(
    { ...tools, mode: 'check' },
    { place, source: null, secrets: waiting.map(({ visibility: _, ...secret }) => secret) },
  );
  const lacking = new Set(
    waiting.flatMap(({ repositories }) => repositories.filter((one) => !ids.has(one))),
  );
  const isMissing = rest.secrets.some(({ state }) => state === 'missing');
  return [
    {
      ...report,
      secrets: [...report.secrets, ...rest.secrets],
      failure: report.failure ?? (isMissing ? waitsFor(waiting, [...lacking]) : null),
    },
  ];
}

function waitsFor(secrets: readonly OrganizationSecret[], lacking: readonly string[]) {
  const names = secrets.map(({ name }) => name).join(', ');
  const shown = lacking.slice(0, 10).join(', ');
  return {
    code: 'not-found' as const,
    message: `Organization secrets (${names}) need these repositories on GitHub first: ${shown}`,
    hint: 'Migrate them and run the command again, or remove them from the list of repositories in the manifest.',
    retry: 'no' as const,
    detail: null,
  };
}

/** @param ids of the target's repositories, by their names on the source */
export function visibilityOf(
  { visibility, repositories }: OrganizationSecret,
  ids: ReadonlyMap<string, string>,
): SecretVisibility {
  if (visibility !== 'selected') return { kind: visibility };
  const found = repositories.map((one) => ids.get(one)).filter((id) => id !== undefined);
  return { kind: 'selected', repositoryIds: found };
}

export async function scaffoldRepository(
  options: Pick<Scaffold, 'owner' | 'host' | 'created'>,
  tools: ScaffoldTools,
  repository: TargetedRepository,
): Promise<readonly ScopeReport[]> {
  const { source, target: name, secrets, environments } = repository;
  const { owner } = options;
  const reports: ScopeReport[] = [];
  if (secrets.length > 0) {
    const place = { kind: 'repository', owner, name } as const;
    const report = await scaffoldScope(tools, { place, source, secrets });
    reports.push(report);
    // Nor can the environments of a repository that is not visible.
    if (report.failure !== null) return [...reports, ...unseen(report, owner, repository)];
  }
  if (environments.length === 0) return reports;
  const made = await scaffoldEnvironments(tools, owner, repository);
  return [...reports, ...(await confirmEnvironments(options, { name, made, tools }))];
}

/** The last environment may have reached another repository: nothing after it would notice. */
async function confirmEnvironments(
  { owner, host, created }: Pick<Scaffold, 'owner' | 'host' | 'created'>,
  given: {
    readonly name: string;
    readonly made: readonly ScopeReport[];
    readonly tools: Pick<ScaffoldTools, 'mode' | 'signal'>;
  },
): Promise<readonly ScopeReport[]> {
  const { name, made, tools } = given;
  if (tools.mode !== 'create' || !made.some(({ isNew }) => isNew)) return made;
  const expected = await created.find({ owner, name });
  if (expected === null) return made;
  try {
    await requireLastWrite(host, { owner, name, id: expected.id, signal: tools.signal });
    return made;
  } catch (error) {
    const failure = toFailure(toMigratorError(error));
    return made.map((one) => (one.isNew && one.failure === null ? { ...one, failure } : one));
  }
}

function unseen(
  { failure, settingsUrl }: ScopeReport,
  owner: string,
  { source, target: name, environments }: TargetedRepository,
): readonly ScopeReport[] {
  return environments.map((environment) => ({
    place: { kind: 'environment', owner, name, environment: environment.name },
    source,
    settingsUrl,
    isNew: false,
    secrets: environment.secrets.map((secret) => ({ ...secret, state: 'missing' as const })),
    failure,
  }));
}
