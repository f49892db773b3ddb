import { parse } from 'yaml';
import { notConverted } from '../findings/coverage.ts';
import type { Converted, Workflow } from '../workflow/converted.ts';
import { checkStructure } from './structure.ts';

/** One question about a result, with its answer. */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  /** The first things that fail. */
  readonly failures: readonly string[];
}

const creators = new Set(['actions']);
const placeholder = /\b(?:TODO|TBD|FIXME|CHANGEME|PLACEHOLDER|YOUR_[A-Z]+)\b/;
const use = /^\s*(?:- )?uses: ([^#\n]+?)(?: # (.*))?$/gm;
const shown = 5;

/** Eleven checks of converted workflows, which a review would make. Pure. */
export function checksOf(converted: Converted): readonly Check[] {
  const { workflows, findings, coverage, variables } = converted;
  const each = (find: (workflow: Workflow) => readonly string[]) =>
    workflows.flatMap((one) => find(one).map((text) => `${one.path}: ${text}`));
  const outside = workflows.filter(({ path }) => !/^\.github\/workflows\/[\w-]+\.yml$/.test(path));
  const counted = coverage.exact + coverage.changed + coverage.lost;
  const silent = findings.filter(({ message }) => message === notConverted);
  const answers: readonly (readonly [string, readonly string[]])[] = [
    ['Workflows exist', workflows.length === 0 ? ['no workflow'] : []],
    ['Workflows are valid', workflows.flatMap(({ path, text }) => checkStructure(path, text))],
    ['bitbucket-pipelines.yml stays in place', workflows.flatMap(replacesInput)],
    ['All files are in .github/workflows', outside.map(({ path }) => path)],
    [
      'Every construct has a grade',
      [
        ...(counted === coverage.constructs ? [] : ['a construct has no grade']),
        ...silent.map(({ line, construct }) => `line ${line}: ${construct}`),
      ],
    ],
    ['No placeholder is left', each(placeholders)],
    ['Every action is pinned to a commit', each(unpinned)],
    ['Every pin names its version', each(unversioned)],
    ['All actions come from known creators', each(unknownCreators)],
    [
      'Tokens are read-only, except in jobs that push or need an identity token',
      each(widePermissions),
    ],
    ['Every secret is listed', each((one) => unlisted(one, variables))],
  ];
  return answers.map(([name, failures]) => ({
    name,
    passed: failures.length === 0,
    failures: failures.slice(0, shown),
  }));
}

function replacesInput({ path }: Workflow): readonly string[] {
  return path.endsWith('bitbucket-pipelines.yml') ? [path] : [];
}

/** Scripts are the user's own words. */
function placeholders({ text }: Workflow): readonly string[] {
  return text
    .split('\n')
    .filter((line) => /^\s*(?:- )?(?:uses|with|if|needs|runs-on):/.test(line))
    .flatMap((line) => placeholder.exec(line)?.[0] ?? []);
}

/** Actions with the comment behind them; containers and workflows of the same repository are none. */
function actionsIn({ text }: Workflow): readonly { action: string; comment: string }[] {
  return [...text.matchAll(use)]
    .map(([, action = '', comment = '']) => ({ action: action.replaceAll("'", ''), comment }))
    .filter(({ action }) => !action.startsWith('docker://') && !action.startsWith('./'));
}

function unpinned(workflow: Workflow): readonly string[] {
  return actionsIn(workflow).flatMap(({ action }) =>
    /@[0-9a-f]{40}$/.test(action) ? [] : [action],
  );
}

function unversioned(workflow: Workflow): readonly string[] {
  return actionsIn(workflow).flatMap(({ action, comment }) =>
    /^v\d+(?:\.\d+)*$/.test(comment) ? [] : [action],
  );
}

function unknownCreators(workflow: Workflow): readonly string[] {
  return actionsIn(workflow).flatMap(({ action }) =>
    creators.has(action.split('/')[0] ?? '') ? [] : [action],
  );
}

function widePermissions({ text }: Workflow): readonly string[] {
  const { permissions, on } = parse(text) as {
    readonly permissions?: Readonly<Record<string, string>>;
    readonly on?: object;
  };
  const isRead =
    permissions !== undefined && Object.values(permissions).every((one) => one === 'read');
  const hasTarget = on !== undefined && 'pull_request_target' in on;
  return [...(isRead ? [] : ['permissions']), ...(hasTarget ? ['pull_request_target'] : [])];
}

function unlisted({ text }: Workflow, variables: readonly string[]): readonly string[] {
  return [...text.matchAll(/\bsecrets\.(\w+)/g)].flatMap(([, name = '']) =>
    variables.includes(name) ? [] : [name],
  );
}
