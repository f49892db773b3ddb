import type { Refs } from '../../../git/formats/refs.ts';
import type { GitAccess } from '../../../ports/records/repository.ts';
import type { RepositoryName } from '../../../ports/records/target-address.ts';
import type { TargetHost } from '../../../ports/target-host.ts';
import type { FindingCollector } from './finding-collector.ts';
import type { KnownRepository } from './known-repository.ts';

/** Describes what the comparisons of one repository share. */
export interface Audit {
  readonly target: TargetHost;
  /** Branches and tags of a host, by one list that is counted. */
  readonly listRefs: (access: GitAccess) => Promise<Refs>;
  readonly name: RepositoryName;
  readonly known: KnownRepository;
  /** A rollback has taken it away. */
  readonly isRolledBack: boolean;
  /** From hasLostUserMap(). */
  readonly isMapLost: boolean;
  /** All that people may have done is looked for, whatever it costs. */
  readonly findsAllWork: boolean;
  readonly collector: FindingCollector;
  readonly signal: AbortSignal;
}

/** Describes what the comparison of pull requests needs from that of refs. */
export interface SeenRefs {
  /** As the target has them now. */
  readonly actual: Refs;
  /** Refs that name another commit than at the migration: reported already. */
  readonly moved: ReadonlySet<string>;
}

export function repositoryItem({ name, known }: Pick<Audit, 'name' | 'known'>) {
  return { kind: 'repository', name: `${name.owner}/${name.name}`, url: known.webUrl } as const;
}

export function shortHash(hash: string): string {
  return hash.slice(0, 10);
}
