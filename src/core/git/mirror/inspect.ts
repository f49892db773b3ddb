import { MigratorError } from '../../kernel/errors.ts';
import { mebibytes } from '../../kernel/format/format.ts';
import { shellWord } from '../../kernel/format/shell-quote.ts';
import type { TargetLimits } from '../../ports/target-host.ts';
import { lfsImportCommand } from '../formats/lfs-import-command.ts';
import { type LfsObject, parseLfsPointer } from '../formats/lfs-pointer.ts';
import { isEscaped } from '../formats/ref-listing.ts';
import type { Refs } from '../formats/refs.ts';
import { type LargeBlob, scanObjects } from '../objects/object-scan.ts';
import { readObjects } from '../objects/read-objects.ts';
import {
  findLargeCommits,
  findNaming,
  findReachable,
  findWorkflow,
  reachablePaths,
} from '../objects/search-history.ts';
import type { MirrorOptions } from '../process/mirror-command.ts';

interface InspectMirror extends MirrorOptions {
  readonly refs: Refs;
  readonly limits: TargetLimits;
  /** True if the token may write below `.github/workflows/` (the scope `workflow`). */
  readonly canPushWorkflows: boolean;
  /** Its large files were rewritten: what is left of them is no file of a commit. */
  readonly isRewritten?: boolean;
}

export interface Inspection {
  /** Each once, by oid. */
  readonly lfsObjects: readonly LfsObject[];
  /** About what a push of everything would send. */
  readonly packBytes: number;
  /** Problems that the target would refuse, each with its remedy. All are `refused`. */
  readonly problems: readonly MigratorError[];
}

/**
 * Finds what only the history shows, before anything is created on the target. A clean repository costs one pass over
 * sizes, and one over small files where there are any; history is walked only for what is suspect.
 * @throws what isDamagedMirror() knows if the mirror lacks what a ref names
 */
export async function inspectMirror(options: InspectMirror): Promise<Inspection> {
  const { refs, limits, canPushWorkflows } = options;
  if (refs.size === 0) return { lfsObjects: [], packBytes: 0, problems: [] };
  const { maxFileBytes, maxPushBytes, maxRefNameBytes } = limits;
  const scan = await scanObjects({ ...options, maxFileBytes });
  const problems = refNameProblems(refs.keys(), maxRefNameBytes);
  if (maxFileBytes !== null && scan.large.length > 0) {
    problems.push(...(await largeFileProblems(options, scan.large, maxFileBytes)));
  }
  if (!canPushWorkflows) {
    const workflow = await findWorkflow(options);
    if (workflow !== null)
      problems.push(
        new MigratorError(
          'refused',
          `The history contains workflow files (${workflow.path} in commit ${workflow.commit}), which the token cannot push`,
          { hint: 'Add the `workflow` scope to DST_TOKEN, then migrate again.' },
        ),
      );
  }
  if (scan.packBytes > maxPushBytes) {
    const large = await findLargeCommits(options, maxPushBytes);
    problems.push(...large.map((commit) => largeCommitProblem(commit, maxPushBytes)));
  }
  const lfsObjects = await findLfsObjects(options, scan.maybePointers);
  return { lfsObjects, packBytes: scan.packBytes, problems };
}

async function findLfsObjects(
  mirror: MirrorOptions,
  maybePointers: readonly string[],
): Promise<LfsObject[]> {
  const pointers = new Map<string, LfsObject>();
  await readObjects({
    ...mirror,
    oids: maybePointers,
    onObject({ oid, content }) {
      const pointer = parseLfsPointer(content);
      if (pointer !== null) pointers.set(oid, pointer);
    },
  });
  // An updated mirror may hold pointers of branches that are gone.
  const oids = new Set(pointers.keys());
  const reached = await reachablePaths({ ...mirror, oids });
  const objects = new Map<string, LfsObject>();
  for (const [oid, pointer] of pointers) {
    if (reached.has(oid)) objects.set(pointer.oid, pointer);
  }
  return [...objects.values()];
}

async function largeFileProblems(
  mirror: MirrorOptions & { readonly isRewritten?: boolean },
  large: readonly LargeBlob[],
  limit: number,
): Promise<MigratorError[]> {
  const oids = new Set(large.map(({ oid }) => oid));
  const reached = await findReachable({ ...mirror, oids });
  const naming = await findNaming(mirror, new Set(reached.keys()));
  return large.flatMap(({ oid, bytes }) => {
    const file = reached.get(oid);
    if (file === undefined) return [];
    const [tag] = naming.get(oid) ?? [];
    const named = file.commit === null ? `object ${oid}` : `commit ${file.commit}`;
    const where = tag ?? named;
    return new MigratorError(
      'refused',
      `File ${file.path || oid} (${where}) is ${mebibytes(bytes)}; GitHub's limit is ${mebibytes(limit)}`,
      { hint: largeFileHint({ tag, limit, isRewritten: mirror.isRewritten ?? false }) },
    );
  });
}

/** Git LFS takes files of commits alone. Pure. */
function largeFileHint(found: {
  readonly tag: string | undefined;
  readonly limit: number;
  readonly isRewritten: boolean;
}): string {
  const { tag, limit, isRewritten } = found;
  if (tag !== undefined) {
    const remove = `git push origin --delete ${shellWord(tag)}`;
    return `${tag} points directly to the file, so Git LFS cannot track it. Delete it on Bitbucket (\`${remove}\`), then migrate again.`;
  }
  if (isRewritten)
    return 'Git LFS supports neither symbolic links, nor .gitattributes, nor folders that a tag points to. Remove it on Bitbucket, then migrate again.';
  return `Migrate with --large-files rewrite. Or on Bitbucket, move it to Git LFS (\`${lfsImportCommand(limit)}\`) or remove it from the history.`;
}

/** Each file of such a commit is below the limit of a file. */
const largeInCommit = 10 * 1024 * 1024;

function largeCommitProblem({ commit, bytes }: { commit: string; bytes: number }, limit: number) {
  return new MigratorError(
    'refused',
    `Commit ${commit} adds ${mebibytes(bytes)}; GitHub accepts at most ${mebibytes(limit)} in one push`,
    {
      hint: `On Bitbucket, move its large files to Git LFS (\`${lfsImportCommand(largeInCommit)}\`) or split the commit. Then migrate again.`,
    },
  );
}

/**
 * Why the target refuses branches and tags by their names alone, one problem a name: GitHub's own rules (length, and what it
 * answers with GH002), and names that are not UTF-8, which cannot be pushed. Pure.
 */
export function refNameProblems(names: Iterable<string>, maxBytes: number): MigratorError[] {
  const hint = 'Rename or delete it on Bitbucket, then migrate again.';
  return [...names].flatMap((name) => {
    const problem = refNameProblem(name, maxBytes);
    return problem === null ? [] : new MigratorError('refused', problem, { hint });
  });
}

function refNameProblem(name: string, maxBytes: number): string | null {
  if (isEscaped(name)) return `Ref ${name} cannot be pushed: its name is not UTF-8`;
  const bytes = Buffer.byteLength(name);
  if (bytes > maxBytes)
    return `Ref name ${name} is ${bytes} bytes long; GitHub's limit is ${maxBytes}`;
  const short = name.replace(/^refs\/(heads|tags)\//, '');
  if (/^[0-9a-fA-F]{40}$/.test(short))
    return `Ref ${name} looks like an object ID (40 hexadecimal digits), which GitHub refuses`;
  if (short.startsWith('refs/'))
    return `Ref ${name} has a name that starts with refs/, which GitHub refuses`;
  return null;
}
