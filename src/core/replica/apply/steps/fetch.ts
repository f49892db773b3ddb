import type { Refs } from '../../../git/formats/refs.ts';
import { holdRefs } from '../../../git/mirror/hold-refs.ts';
import { fetchMirror } from '../../../git/mirror/mirror.ts';
import { cutHistory } from '../../../git/objects/history-cut.ts';
import type { Rewriting } from '../../../git/rewrite/rewriting.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Step } from '../../context/step.ts';
import { pinnedRefs } from '../../recorded/migrated-baseline.ts';
import { readSourceRefs, recordSourceRefs } from '../../recorded/source-refs.ts';
import { type AdmitContext, admitRewrite, requireSameRewrite } from '../rewrite/admit-rewrite.ts';
import { whyNoLfs } from './lfs.ts';

type FetchContext = Pick<
  RepositoryContext,
  | 'source'
  | 'sourceName'
  | 'options'
  | 'kept'
  | 'planned'
  | 'programs'
  | 'records'
  | 'fetched'
  | 'rewriting'
  | 'stream'
  | 'readAhead'
  | 'rememberRefs'
  | keyof AdmitContext
  | 'reportProgress'
  | 'warn'
>;

/** Fetches heads and tags of the source into a bare mirror in the work folder; resumes an earlier attempt. */
export const fetchStep: Step<FetchContext> = {
  name: 'fetch',
  async run(context) {
    const { options, rewriting } = context;
    await requireSameRewrite(context);
    if (rewriting !== null) requireRewritable(context);
    // What streams is pushed by this step.
    if (context.stream.isPlanned) context.readAhead.begin();
    const found = (await context.stream.fetch(context.reportProgress)) ?? (await clone(context));
    const fetched = options.depth === null ? found : await cutMirror(context, found);
    const wanted = await wantedRefs(context, fetched);
    const { refs, commits } =
      rewriting === null ? { refs: wanted, commits: 0 } : await rewrite(context, rewriting, wanted);
    context.rememberRefs(refs);
    if (refs.size === 0) return { status: 'done', summary: 'empty repository' };
    const rewritten = commits === 0 ? '' : `, ${count(commits, 'commit')} rewritten`;
    return { status: 'done', summary: `${count(refs.size, 'ref')}${rewritten}` };
  },
};

async function clone(context: FetchContext): Promise<Refs> {
  const { refs } = await fetchMirror({
    ...context.fetched,
    access: context.source.gitAccess(context.sourceName),
    depth: context.options.depth,
    onProgress: context.reportProgress,
  });
  return refs;
}

/** A shallow mirror becomes a whole repository, with other hashes: hosts take no shallow push. */
async function cutMirror(context: FetchContext, refs: Refs): Promise<Refs> {
  const { options, fetched } = context;
  const cut = await cutHistory({ ...fetched, refs });
  const { refs: moved, lostSignatures, commits } = cut;
  if ((await pinnedRefs(context)) === null) await recordSourceRefs(context, refs);
  // A cut history that is found again has nothing left to rewrite, and was reported.
  if (commits.renamed > 0) {
    const kept = `${count(commits.kept, 'commit')} ${commits.kept === 1 ? 'is' : 'are'} kept`;
    context.warn(
      `its history was truncated at depth ${options.depth}: ${kept}, ${commits.renamed.toLocaleString('en-US')} of them with different hashes than on Bitbucket`,
    );
  }
  if (lostSignatures.length > 0) {
    const many = count(lostSignatures.length, 'signature');
    context.warn(`${many} lost, because the history was truncated and hashes changed`);
  }
  return moved;
}

/** A repair brings what was brought before, whatever has come to the source since. */
async function wantedRefs(context: FetchContext, current: Refs): Promise<Refs> {
  const { source, options, sourceName, fetched, rewriting } = context;
  const pinned = await pinnedRefs(context);
  if (pinned === null) return current;
  const ofSource = rewriting === null ? null : await readSourceRefs(context, pinned);
  const wanted = ofSource ?? pinned;
  const access = options.depth === null ? source.gitAccess(sourceName) : null;
  return holdRefs({ ...fetched, current, wanted, access });
}

/** @throws `refused` where something else changes the history as well, or its LFS objects have no way to the target */
function requireRewritable(context: FetchContext): void {
  const { options, kept } = context;
  const noLfs = whyNoLfs(context);
  const other = options.depth !== null ? 'shallow_clone' : 'engine: archive';
  if (options.depth !== null || kept.engine === 'archive') {
    throw new MigratorError('refused', `Rewriting large files cannot be combined with ${other}`, {
      hint: `Remove ${other} from the plan, or set large_files: refuse. Then migrate again.`,
    });
  }
  if (noLfs === null) return;
  throw new MigratorError('refused', `Large files cannot be rewritten to LFS: ${noLfs}`, {
    hint: 'Install `git-lfs` and remove include_lfs: false, or set large_files: refuse. Then migrate again.',
  });
}

/** @returns branches and tags with the hashes that the target gets */
async function rewrite(
  context: FetchContext,
  rewriting: Rewriting,
  sourceRefs: Refs,
): Promise<{ readonly refs: Refs; readonly commits: number }> {
  const { refs, commits } = await rewriting.update(context.reportProgress);
  await admitRewrite(context);
  const isPinned = (await pinnedRefs(context)) !== null;
  if (commits.size > 0 && !isPinned) await recordSourceRefs(context, sourceRefs, refs);
  return { refs, commits: commits.size };
}
