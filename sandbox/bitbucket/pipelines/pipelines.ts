import { stableUuid } from '../accounts/identities.ts';
import type { DeploymentEnvironment, PipelineRunRecord, PipelineVariable } from './pipeline-run.ts';

/** Where the scripts of pipelines run. */
export interface PipelineRunnerPlace {
  readonly folder: string;
  /** Their PATH. */
  readonly path: string;
  readonly now: () => number;
}

/** Somewhere that has variables: the workspace, a repository, or one of its environments. */
export interface VariablePlace {
  /** The workspace if left out. */
  readonly repository?: string;
  readonly environment?: string;
}

/** Starts a pipeline at times. */
export interface ScheduleRecord {
  readonly uuid: string;
  /** Seven fields, from seconds to years, in UTC. */
  readonly cron: string;
  readonly enabled: boolean;
  readonly ref: { readonly type: 'branch' | 'tag'; readonly name: string };
  /** `null`: the pipeline of the branch. */
  readonly selector: { readonly type: string; readonly pattern?: string } | null;
}

/** How the host's lists of variables misbehave, which differs with the years. */
interface PipelineManners {
  /** True if lists of repository and deployment variables leave `next` out although there is more. */
  omitsNext: boolean;
  /** True if those lists report how many there are. */
  tellsSize: boolean;
  /** True if lists of deployment variables answer 400 to whatever parameter. */
  refusesParameters: boolean;
  /** True if `fields` is passed over, so that values are sent although nobody has asked. */
  ignoresFields: boolean;
}

export interface Pipelines {
  readonly manners: PipelineManners;
  readonly workspaceVariables: PipelineVariable[];
  /** `null`: Pipelines was never switched on there. */
  of(repositoryUuid: string): RepositoryPipelines | null;
  /** Of all repositories. */
  runs(): readonly PipelineRunRecord[];
  /** Switches Pipelines on, with the three environments that the host makes then. */
  enable(repositoryUuid: string): RepositoryPipelines;
  /**
   * Who has the credentials administers the workspace, all projects and all repositories, but for those that are
   * named here: repositories by slug, projects by key; an empty text means the workspace.
   */
  readonly notAdministered: Set<string>;
}

export interface RepositoryPipelines {
  readonly variables: PipelineVariable[];
  readonly environments: DeploymentEnvironment[];
  readonly schedules: ScheduleRecord[];
  /** Oldest first. */
  readonly runs: PipelineRunRecord[];
}

export function createPipelines(): Pipelines {
  const repositories = new Map<string, RepositoryPipelines>();
  return {
    manners: { omitsNext: true, tellsSize: true, refusesParameters: false, ignoresFields: false },
    workspaceVariables: [],
    notAdministered: new Set(),
    runs: () => [...repositories.values()].flatMap(({ runs }) => runs),
    of: (uuid) => repositories.get(uuid) ?? null,
    enable(uuid) {
      const known = repositories.get(uuid);
      if (known !== undefined) return known;
      const made: RepositoryPipelines = {
        ...{ variables: [], environments: [] },
        ...{ schedules: [], runs: [] },
      };
      repositories.set(uuid, made);
      for (const name of ['Test', 'Staging', 'Production']) addEnvironment(made, uuid, name);
      return made;
    },
  };
}

export function addEnvironment(
  { environments }: RepositoryPipelines,
  repositoryUuid: string,
  name: string,
): DeploymentEnvironment {
  const known = environments.find((one) => one.name === name);
  if (known !== undefined) return known;
  const uuid = stableUuid(`environment ${repositoryUuid} ${name}`);
  const made: DeploymentEnvironment = { uuid, name, variables: [], allowedBranches: null };
  environments.push(made);
  return made;
}

export function addSchedule(
  { schedules }: RepositoryPipelines,
  repositoryUuid: string,
  schedule: Omit<ScheduleRecord, 'uuid'>,
): void {
  const uuid = stableUuid(`schedule ${repositoryUuid} ${schedules.length}`);
  schedules.push({ uuid, ...schedule });
}

/** Replaces the one of this name, where the host would. */
export function setVariable(
  variables: PipelineVariable[],
  place: string,
  { key, value, secured = true }: { key: string; value: string; secured?: boolean },
): void {
  const index = variables.findIndex((one) => one.key === key);
  const made = { uuid: stableUuid(`variable ${place} ${key}`), key, value, secured };
  if (index < 0) variables.push(made);
  else variables[index] = made;
}
