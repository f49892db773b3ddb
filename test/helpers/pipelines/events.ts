/** Starts pipelines on both hosts. */
export type PipelineEvent =
  | { readonly kind: 'push'; readonly branch: string }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'pull-request'; readonly source: string; readonly target: string }
  | { readonly kind: 'custom'; readonly name: string; readonly branch: string };

export interface Circumstances {
  readonly event: PipelineEvent;
  readonly changed: readonly string[];
  /** The step whose script fails. */
  readonly failing: string | null;
  /** Somebody starts manual steps. */
  readonly isApproved: boolean;
}

/** A step that ran: its scripts and pipes in their order, with the variables that they see. */
export interface Ran {
  readonly name: string;
  readonly commands: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** Names of the steps that had to end before. */
  readonly after: readonly string[];
}

/** Facts about a run that both hosts know under other names. */
export const facts = {
  commit: 'c0ffee',
  workspace: 'acme',
  slug: 'web-shop',
  number: '7',
  pullRequest: '12',
} as const;

/** Variables of the repository. */
export const repositoryVariables: Readonly<Record<string, string>> = {
  TOKEN: 'secret',
  REGION: 'eu-west-1',
};
