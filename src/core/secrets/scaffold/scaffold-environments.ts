import { interrupted } from '../../kernel/errors.ts';
import type { TargetEnvironment } from '../../ports/secret-target.ts';
import type { ManifestEnvironment } from '../manifest/manifest.ts';
import type { TargetedRepository } from '../manifest/target-scopes.ts';
import {
  failureOf,
  type ScaffoldTools,
  scaffoldScope,
  type WantedScope,
} from './scaffold-scope.ts';
import type { ScopeReport } from './scope-report.ts';

export async function scaffoldEnvironments(
  tools: ScaffoldTools,
  owner: string,
  { source, target: name, environments }: TargetedRepository,
): Promise<readonly ScopeReport[]> {
  const { target, signal } = tools;
  const wantedOf = ({ name: environment, secrets }: ManifestEnvironment): WantedScope => ({
    place: { kind: 'environment', owner, name, environment },
    source,
    secrets,
  });
  let known: readonly TargetEnvironment[] | null;
  try {
    known = await target.listEnvironments({ owner, name, signal });
  } catch (thrown) {
    return environments.map(wantedOf).map((wanted) => failedPlace(tools, wanted, thrown));
  }
  const byName = new Map(known?.map((one) => [one.name.toLowerCase(), one]));
  const reports: ScopeReport[] = [];
  for (const environment of environments) {
    if (tools.drain.aborted) throw interrupted();
    const wanted = wantedOf(environment);
    const found = byName.get(environment.name.toLowerCase());
    reports.push(
      await scaffoldEnvironment(tools, wanted, { found, isRepositoryThere: known !== null }),
    );
  }
  return reports;
}

/** Creating an environment that exists would remove its rules. */
async function scaffoldEnvironment(
  tools: ScaffoldTools,
  wanted: WantedScope,
  {
    found,
    isRepositoryThere,
  }: { found: TargetEnvironment | undefined; isRepositoryThere: boolean },
): Promise<ScopeReport> {
  const { target, mode, signal } = tools;
  const { place } = wanted;
  if (place.kind !== 'environment' || !isRepositoryThere) return scaffoldScope(tools, wanted);
  if (found !== undefined) {
    const existing = { ...place, environment: found.name };
    return scaffoldScope(tools, { ...wanted, place: existing, environmentId: found.id });
  }
  if (mode !== 'create') return scaffoldScope(tools, { ...wanted, isNew: true });
  try {
    const { id } = await target.createEnvironment({ ...place, signal });
    return await scaffoldScope(tools, { ...wanted, isNew: true, environmentId: id });
  } catch (thrown) {
    return failedPlace(tools, wanted, thrown);
  }
}

function failedPlace({ target }: ScaffoldTools, wanted: WantedScope, thrown: unknown): ScopeReport {
  const { place, source } = wanted;
  const settingsUrl = target.settingsUrl(place);
  return { place, source, settingsUrl, isNew: false, ...failureOf(thrown, wanted, []) };
}
