import { from, type Node } from '../emit/node.ts';
import { globExpression } from '../globs/glob-expression.ts';
import type { PlannedJob } from '../jobs/plan-jobs.ts';
import type { Changesets } from '../model/step.ts';
import { uses } from '../steps/action.ts';
import { hostedRunner } from '../tables/runners.ts';

/** Source branches of pull requests that a pipeline is for. */
export interface SourceBranches {
  readonly pattern: string;
  /** Patterns whose pipelines win over this one. */
  readonly others: readonly string[];
}

export const selectJob = 'select';

/** The output of the first job that tells whether the pipeline is for the source branch. */
export const sourceOutput = 'source-branch';

/**
 * The first job of a workflow whose steps depend on the source branch or on changed files, which GitHub's filters
 * cannot express for single jobs. `undefined` where none does. Pure.
 */
export function selectJobNode(
  jobs: readonly PlannedJob[],
  source: SourceBranches | null,
): Node | undefined {
  const conditional = jobs.flatMap(({ id, changesets }) =>
    changesets === null ? [] : [{ id, changesets }],
  );
  if (conditional.length === 0 && source === null) return undefined;
  const names = [...(source === null ? [] : [sourceOutput]), ...conditional.map(({ id }) => id)];
  const outputs = Object.fromEntries(
    names.map((name) => [name, `\${{ steps.select.outputs.${name} }}`]),
  );
  const script = [
    ...(source === null ? [] : sourceScript(source)),
    ...(conditional.length === 0 ? [] : changesScript()),
    ...conditional.map(({ id, changesets }) => decision(id, changesets)),
    '',
  ].join('\n');
  const places = conditional.flatMap(({ changesets }) => [
    changesets.place,
    { path: `${changesets.place.path}.changesets`, line: changesets.place.line },
    changesets.include.place,
    changesets.exclude?.place,
  ]);
  return {
    name: 'Select steps',
    'runs-on': hostedRunner,
    'timeout-minutes': 10,
    outputs,
    steps: [
      ...(conditional.length === 0 ? [] : [{ uses: uses('checkout'), with: { 'fetch-depth': 2 } }]),
      {
        id: 'select',
        env: source === null ? undefined : { SOURCE_BRANCH: '${{ github.head_ref }}' },
        run: from(script, ...places),
      },
    ],
  };
}

function sourceScript({ pattern, others }: SourceBranches): readonly string[] {
  const wanted = `printf '%s\\n' "$SOURCE_BRANCH" | grep -qE ${singleQuoted(globExpression([pattern], { of: 'name' }))}`;
  const condition =
    others.length === 0
      ? wanted
      : `${wanted} &&\n  ! printf '%s\\n' "$SOURCE_BRANCH" | grep -qE ${singleQuoted(globExpression(others, { of: 'name' }))}`;
  return [
    `if ${condition}; then`,
    `  echo "${sourceOutput}=true" >> "$GITHUB_OUTPUT"`,
    'else',
    `  echo "${sourceOutput}=false" >> "$GITHUB_OUTPUT"`,
    'fi',
  ];
}

/** Of a pull request the merge with its target is checked out, so its first parent is the target. */
function changesScript(): readonly string[] {
  return [
    'if git rev-parse --quiet --verify HEAD~1 > /dev/null; then',
    '  changed="$(git -c core.quotePath=off diff --name-only HEAD~1 HEAD)"',
    'else',
    '  changed="$(git -c core.quotePath=off ls-tree -r --name-only HEAD)"',
    'fi',
    'decide() {',
    '  files="$(printf \'%s\\n\' "$changed" | grep -E -- "$2" || true)"',
    '  if [ -n "$3" ]; then files="$(printf \'%s\\n\' "$files" | grep -vE -- "$3" || true)"; fi',
    '  if [ -n "$files" ]; then result=true; else result=false; fi',
    '  echo "$1=$result" >> "$GITHUB_OUTPUT"',
    '}',
  ];
}

function decision(id: string, { include, exclude }: Changesets): string {
  const use = { of: 'path' } as const;
  const left = exclude === null ? '' : globExpression(exclude.value, use);
  const wanted = globExpression(include.value, use);
  return `decide ${id} ${singleQuoted(wanted)} ${singleQuoted(left)}`;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
