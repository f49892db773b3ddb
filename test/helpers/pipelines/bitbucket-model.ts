import {
  type Circumstances,
  facts,
  type PipelineEvent,
  type Ran,
  repositoryVariables,
} from './events.ts';

/** A pipeline file as Bitbucket reads it, as far as this model goes. */
export interface BitbucketFile {
  readonly triggers?: {
    readonly 'repository-push': readonly {
      readonly condition?: string;
      readonly pipelines: readonly string[];
    }[];
  };
  readonly pipelines: {
    readonly default?: readonly BitbucketItem[];
    readonly branches?: Readonly<Record<string, readonly BitbucketItem[]>>;
    readonly 'pull-requests'?: Readonly<Record<string, readonly BitbucketItem[]>>;
    readonly tags?: Readonly<Record<string, readonly BitbucketItem[]>>;
    readonly custom?: Readonly<Record<string, readonly BitbucketItem[]>>;
  };
}

export type BitbucketItem =
  | { readonly step: BitbucketStep }
  | { readonly parallel: readonly { readonly step: BitbucketStep }[] }
  | {
      readonly stage: {
        readonly name: string;
        readonly deployment?: string;
        readonly steps: readonly { readonly step: BitbucketStep }[];
      };
    }
  | { readonly variables: readonly { readonly name: string; readonly default: string }[] };

export interface BitbucketStep {
  readonly name: string;
  readonly script: readonly (
    | string
    | { readonly pipe: string; readonly variables: Readonly<Record<string, string>> }
  )[];
  readonly deployment?: string;
  readonly trigger?: 'manual';
  readonly condition?: { readonly changesets: { readonly includePaths: readonly string[] } };
}

/** A pipeline, or the name under which another file exports it. */
export type Imported = readonly BitbucketItem[] | { readonly import: string };

/** A file of which pipelines are imported. */
export interface ImportingFile extends Pick<BitbucketFile, 'triggers'> {
  readonly definitions: { readonly imports: Readonly<Record<string, string>> };
  readonly pipelines: Readonly<Record<string, Imported | Readonly<Record<string, Imported>>>>;
}

export interface ExportingFile {
  readonly export: boolean;
  readonly definitions: {
    readonly pipelines: Readonly<Record<string, readonly BitbucketItem[]>>;
  };
}

/** Puts exported pipelines in the place of their names, as Bitbucket does before it chooses one. */
export function withImports(
  { triggers, pipelines }: ImportingFile,
  { definitions }: ExportingFile,
): BitbucketFile {
  const text = JSON.stringify(pipelines, (_, value) => {
    const name = typeof value === 'object' && value !== null ? value.import : undefined;
    return typeof name === 'string' ? definitions.pipelines[name.split('@')[0] ?? ''] : value;
  });
  return { ...(triggers === undefined ? {} : { triggers }), pipelines: JSON.parse(text) };
}

/** The steps that Bitbucket runs: of one pipeline by its pattern, and of those that a trigger starts beside it. */
export function bitbucketRuns(file: BitbucketFile, circumstances: Circumstances): readonly Ran[] {
  const { event } = circumstances;
  return [pipelineFor(file, event), ...triggered(file, event)].flatMap((items) =>
    runsOf(items, circumstances),
  );
}

function triggered(
  { triggers, pipelines }: BitbucketFile,
  event: PipelineEvent,
): readonly (readonly BitbucketItem[])[] {
  if (event.kind !== 'push') return [];
  return (triggers?.['repository-push'] ?? []).flatMap(({ condition, pipelines: names }) => {
    const glob = /"(.*)"/.exec(condition ?? '"**"')?.[1] ?? '';
    if (!globMatches(glob, event.branch)) return [];
    return names.map((name) => pipelines.custom?.[name] ?? []);
  });
}

function runsOf(items: readonly BitbucketItem[], circumstances: Circumstances): readonly Ran[] {
  const inputs = Object.fromEntries(
    items.flatMap((item) =>
      'variables' in item ? item.variables.map((one) => [one.name, one.default]) : [],
    ),
  );
  const ran: Ran[] = [];
  const skipped = new Set<string>();
  const earlier: string[] = [];
  for (const wave of items.flatMap(wavesOf)) {
    const result = runWave(wave, {
      circumstances,
      inputs,
      after: earlier.filter((name) => !skipped.has(name)),
    });
    ran.push(...result.ran);
    for (const { step } of wave) {
      earlier.push(step.name);
      if (!result.ran.some(({ name }) => name === step.name)) skipped.add(step.name);
    }
    if (!result.goesOn) break;
  }
  return ran;
}

interface Placed {
  readonly step: BitbucketStep;
  readonly deployment: string | undefined;
  readonly parallel: { readonly index: number; readonly count: number } | null;
}

function wavesOf(item: BitbucketItem): readonly (readonly Placed[])[] {
  if ('step' in item)
    return [[{ step: item.step, deployment: item.step.deployment, parallel: null }]];
  if ('parallel' in item) {
    const count = item.parallel.length;
    return [
      item.parallel.map(({ step }, index) => ({
        step,
        deployment: step.deployment,
        parallel: { index, count },
      })),
    ];
  }
  if ('stage' in item) {
    return item.stage.steps.map(({ step }) => [
      { step, deployment: item.stage.deployment, parallel: null },
    ]);
  }
  return [];
}

function runWave(
  wave: readonly Placed[],
  given: {
    readonly circumstances: Circumstances;
    readonly inputs: Readonly<Record<string, string>>;
    readonly after: readonly string[];
  },
): { readonly ran: readonly Ran[]; readonly goesOn: boolean } {
  const { isApproved, failing, changed } = given.circumstances;
  const waits = wave.some(({ step }) => step.trigger === 'manual') && !isApproved;
  const running = wave.filter(({ step }) => {
    if (step.trigger === 'manual' && !isApproved) return false;
    const paths = step.condition?.changesets.includePaths;
    return (
      paths === undefined || changed.some((file) => paths.some((glob) => globMatches(glob, file)))
    );
  });
  return {
    ran: running.map((one) => ranOf(one, given)),
    goesOn: !waits && !running.some(({ step }) => step.name === failing),
  };
}

function ranOf(
  { step, deployment, parallel }: Placed,
  { circumstances, inputs, after }: Parameters<typeof runWave>[1],
): Ran {
  const variables: Record<string, string> = {
    ...repositoryVariables,
    ...inputs,
    BITBUCKET_COMMIT: facts.commit,
    BITBUCKET_WORKSPACE: facts.workspace,
    BITBUCKET_REPO_SLUG: facts.slug,
    BITBUCKET_REPO_FULL_NAME: `${facts.workspace}/${facts.slug}`,
    BITBUCKET_BUILD_NUMBER: facts.number,
    ...ofEvent(circumstances.event),
    ...(deployment === undefined ? {} : { BITBUCKET_DEPLOYMENT_ENVIRONMENT: deployment }),
    ...(parallel === null
      ? {}
      : {
          BITBUCKET_PARALLEL_STEP: String(parallel.index),
          BITBUCKET_PARALLEL_STEP_COUNT: String(parallel.count),
        }),
  };
  const commands = step.script.map((line) =>
    typeof line === 'string'
      ? line
      : `pipe ${line.pipe} ${JSON.stringify(expanded(line.variables, variables))}`,
  );
  return { name: step.name, commands, variables, after };
}

function expanded(
  values: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      value.replace(/\$(\w+)/g, (_, name: string) => variables[name] ?? ''),
    ]),
  );
}

function ofEvent(event: PipelineEvent): Readonly<Record<string, string>> {
  switch (event.kind) {
    case 'tag':
      return { BITBUCKET_TAG: event.tag };
    case 'pull-request':
      return {
        BITBUCKET_BRANCH: event.source,
        BITBUCKET_PR_ID: facts.pullRequest,
        BITBUCKET_PR_DESTINATION_BRANCH: event.target,
      };
    default:
      return { BITBUCKET_BRANCH: event.branch };
  }
}

/** One pipeline per event: an exact name, else the longest glob, else the default. */
function pipelineFor({ pipelines }: BitbucketFile, event: PipelineEvent): readonly BitbucketItem[] {
  switch (event.kind) {
    case 'push':
      return best(pipelines.branches, event.branch) ?? pipelines.default ?? [];
    case 'tag':
      return best(pipelines.tags, event.tag) ?? [];
    case 'pull-request':
      return best(pipelines['pull-requests'], event.source) ?? [];
    case 'custom':
      return pipelines.custom?.[event.name] ?? [];
  }
}

function best(
  group: Readonly<Record<string, readonly BitbucketItem[]>> | undefined,
  name: string,
): readonly BitbucketItem[] | undefined {
  if (group === undefined) return undefined;
  const exact = group[name];
  if (exact !== undefined) return exact;
  const [longest] = Object.entries(group)
    .filter(([glob]) => globMatches(glob, name))
    .sort(([one], [other]) => other.length - one.length);
  return longest?.[1];
}

/** Matches letter by letter: `*` within a folder, `**` across folders, braces as alternatives. */
export function globMatches(glob: string, name: string): boolean {
  const braces = /^(.*?)\{(.*?)\}(.*)$/.exec(glob);
  if (braces !== null) {
    const [, before = '', inside = '', after = ''] = braces;
    return inside.split(',').some((one) => globMatches(`${before}${one}${after}`, name));
  }
  if (glob === '') return name === '';
  if (glob.startsWith('**')) {
    return Array.from({ length: name.length + 1 }, (_, at) => at).some((at) =>
      globMatches(glob.slice(2), name.slice(at)),
    );
  }
  if (glob.startsWith('*')) {
    const end = name.includes('/') ? name.indexOf('/') : name.length;
    return Array.from({ length: end + 1 }, (_, at) => at).some((at) =>
      globMatches(glob.slice(1), name.slice(at)),
    );
  }
  return name !== '' && glob[0] === name[0] && globMatches(glob.slice(1), name.slice(1));
}
