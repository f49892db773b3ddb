import { readFileSync } from 'node:fs';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import type { Workplace } from '../../helpers/program/workplace.ts';

export interface AuditLine {
  readonly line: number;
  readonly type: string;
  readonly host?: string;
  readonly account?: string | null;
  readonly method?: string;
  readonly path?: string;
  readonly push?: string;
  readonly status?: number;
  readonly sent?: number;
  readonly lost?: string;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly refs?: readonly {
    ref: string;
    from?: string | null;
    to: string | null;
    status?: string;
  }[];
  readonly outcome_unknown?: readonly number[];
}

/** Exports the record of a migration. */
export async function auditOf(
  place: Workplace & { readonly migration: string },
  file: string,
): Promise<readonly AuditLine[]> {
  const args = ['audit', '--migration', place.migration, '--output', file, '--force'];
  const { code, stderr } = await place.run(args);
  if (code !== 0) throw new Error(stderr);
  const texts = readFileSync(file, 'utf8').trimEnd().split('\n');
  return texts.map((text) => JSON.parse(text) as AuditLine);
}

/** By the record, in a form that can be compared: mutations of GraphQL apart, whose address reads as well. */
export function writesOf(lines: readonly AuditLine[]) {
  const answers = new Map(lines.filter(({ sent }) => sent).map((line) => [line.sent, line]));
  const requests: string[] = [];
  const pushes: string[] = [];
  for (const { line, type, method, path, push } of lines) {
    if (type !== 'sent') continue;
    const status = answers.get(line)?.status ?? 0;
    if (push !== undefined) pushes.push(withoutBase(push));
    else if (path !== undefined && !isGraphQl(path))
      requests.push(`${method} ${withoutBase(path)} ${status}`);
  }
  return { requests, pushes };
}

/**
 * Returns what a target has after all pushes to it by the record: `<ref> <hash>`. @throws where a push begins elsewhere
 * than the last one ended
 */
export function refsAfter(lines: readonly AuditLine[], push: string): readonly string[] {
  const pushes = new Set(lines.filter((one) => one.push === push).map(({ line }) => line));
  const changes = lines
    .filter(({ sent }) => sent !== undefined && pushes.has(sent))
    .flatMap(({ refs = [] }) => refs.filter(({ status }) => status === 'pushed'));
  const refs = new Map<string, string>();
  for (const { ref, from, to } of changes) {
    const known = refs.get(ref) ?? null;
    if (from !== known) throw new Error(`${ref} is pushed from ${from}, and was ${known}`);
    if (to === null) refs.delete(ref);
    else refs.set(ref, to);
  }
  return [...refs].map(([ref, to]) => `${ref} ${to}`);
}

/** The same by the log of both hosts. */
export function writesSeenBy({ requests }: Pick<Sandbox, 'requests'>) {
  const writes = requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
  return {
    requests: writes
      .filter(({ host, path }) => (host === 'github' || host === 'bitbucket') && !isGraphQl(path))
      .map(({ method, path, query, status }) => {
        return `${method} ${path}${query === '' ? '' : `?${query}`} ${status}`;
      }),
    pushes: writes
      .filter(({ path }) => path.endsWith('/git-receive-pack'))
      .map(({ path }) => path.slice(0, -'/git-receive-pack'.length)),
  };
}

/** The base path of the Data Center, which its log leaves out. */
function withoutBase(path: string): string {
  return path.replace(/^\/bitbucket(\/scm)?(?=\/)/, '');
}

function isGraphQl(path: string): boolean {
  return path.endsWith('/graphql');
}
