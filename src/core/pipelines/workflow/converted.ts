import type { Coverage } from '../findings/coverage.ts';
import type { Finding } from '../findings/finding.ts';

export interface Workflow {
  /** Within the repository. */
  readonly path: string;
  readonly text: string;
}

export interface Converted {
  readonly workflows: readonly Workflow[];
  readonly findings: readonly Finding[];
  readonly coverage: Coverage;
  /** Names of variables of the repository that the workflows read. */
  readonly variables: readonly string[];
  /** Environments whose reviewers start manual steps. */
  readonly manualEnvironments: readonly string[];
  /** Labels of self-hosted runners that the workflows name. */
  readonly runnerLabels: readonly string[];
}
