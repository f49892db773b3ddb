import type { followRun } from '../../../../src/core/commands/status/follow-run.ts';
import type { TimedEvent } from '../../../../src/core/ports/records/events.ts';
import type {
  Migration,
  RepositoryState,
  StepName,
  StepState,
} from '../../../../src/core/ports/records/migration.ts';
import type { Claim } from '../../../../src/core/ports/state/shared-run.ts';
import { noon } from '../../report/events.ts';

export const simulatedId = 'mig_000000000001';

/** Holds what the process of one migration has stored, and how another reads it. */
export class SimulatedStore {
  status: Migration['status'] = 'pending';
  hasHolder = true;
  /** Of processes that share it; `null`: one works on it. */
  claims: readonly Claim[] | null = null;
  /** How many events each read has skipped. */
  readonly read: number[] = [];
  readonly rows: Map<string, RepositoryState>;
  readonly recorded: TimedEvent[] = [];
  readonly #steps = new Map<string, Map<StepName, StepState>>();
  readonly store: Parameters<typeof followRun>[0]['store'] = {
    shared: {
      findRun: async () =>
        this.claims === null ? null : { id: 'run', task: 'migrate', options: '{}' },
      listClaims: async () => this.claims ?? [],
    },
    findHolder: async () => (this.hasHolder ? { pid: 1, hostname: 'h' } : null),
    findMigration: async () => this.migration(),
    listRepositories: async () => [...this.rows.values()],
    listEvents: async (_, type, skip = 0) => {
      this.read.push(skip);
      return this.recorded.filter((event) => event.type === type).slice(skip);
    },
    listSteps: async (_, source) => [...(this.#steps.get(source)?.values() ?? [])],
  };

  constructor(sources: readonly string[]) {
    this.rows = new Map(sources.map((source) => [source, newRow(source)]));
  }

  save(source: string, change: Partial<RepositoryState>): void {
    this.rows.set(source, { ...(this.rows.get(source) ?? newRow(source)), ...change });
  }

  saveStep(source: string, name: StepName, status: StepState['status']): void {
    const steps = this.#steps.get(source) ?? new Map<StepName, StepState>();
    this.#steps.set(source, steps.set(name, { name, status, summary: null, data: null }));
  }

  doneSteps(source: string): readonly StepName[] {
    const steps = [...(this.#steps.get(source)?.values() ?? [])];
    return steps.filter(({ status }) => status === 'done').map(({ name }) => name);
  }

  migration(): Migration {
    return {
      id: simulatedId,
      ...{ planDigest: '', planText: '', settings: '{}', status: this.status },
      source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
      target: { organization: 'acme' },
      createdAt: noon - 1000,
      updatedAt: noon,
    };
  }
}

function newRow(source: string): RepositoryState {
  return {
    ...{ source, target: source, status: 'pending', refs: null, webUrl: null },
    ...{ reason: null, failure: null, startedAt: null, finishedAt: null },
  };
}
