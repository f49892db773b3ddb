import type { Refs } from '../../../git/formats/refs.ts';
import { holdRefs } from '../../../git/mirror/hold-refs.ts';
import { fetchMirror } from '../../../git/mirror/mirror.ts';
import { cutHistory } from '../../../git/objects/history-cut.ts';
import { count } from '../../../kernel/format/format.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Step } from '../../context/step.ts';
import { pinnedRefs, recordSourceRefs } from '../../recorded/migrated-baseline.ts';

type FetchContext = Pick<
  RepositoryContext,
  | 'source'
  | 'sourceName'
  | 'options'
  | 'records'
  | 'mirror'
  | 'stream'
  | 'readAhead'
  | 'rememberRefs'
  | 'reportProgress'
  | 'warn'
>;

/** Fetches heads and tags of the source into a bare mirror in the work folder; resumes an earlier attempt. */
export const fetchStep: Step<FetchContext> = {
  name: 'fetch',
  async run(context) {
    const { options } = context;
    // What streams is pushed by this step.
    if (context.stream.isPlanned) context.readAhead.begin();
    const found = (await context.stream.fetch(context.reportProgress)) ?? (await clone(context));
    const fetched = options.depth === null ? found : await cutMirror(context, found);
    const refs = await wantedRefs(context, fetched);
    context.rememberRefs(refs);
    if (refs.size === 0) return { status: 'done', summary: 'empty repository' };
    return { status: 'done', summary: count(refs.size, 'ref') };
  },
};

async function clone(context: FetchContext): Promise<Refs> {
  const { refs } = await fetchMirror({
    ...context.mirror,
    access: context.source.gitAccess(context.sourceName),
    depth: context.options.depth,
    onProgress: context.reportProgress,
  });
  return refs;
}

/** A shallow mirror becomes a whole repository, with other hashes: hosts take no shallow push. */
async function cutMirror(context: FetchContext, refs: Refs): Promise<Refs> {
  const { options, mirror } = context;
  const cut = await cutHistory({ ...mirror, refs });
  const { refs: moved, lostSignatures, commits } = cut;
  if ((await pinnedRefs(context)) === null) await recordSourceRefs(context, refs);
  // A cut history that is found again has nothing left to rewrite, and was reported.
  if (commits.renamed > 0) {
    const kept = `${count(commits.kept, 'commit')} ${commits.kept === 1 ? 'is' : 'are'} kept`;
    context.warn(
      `its history was cut at depth ${options.depth}: ${kept}, ${commits.renamed.toLocaleString('en-US')} of them with different hashes than on Bitbucket`,
    );
  }
  if (lostSignatures.length > 0) {
    const many = count(lostSignatures.length, 'signature');
    context.warn(`${many} lost, because the history was cut and hashes changed`);
  }
  return moved;
}

/** A repair brings what was brought before, whatever has come to the source since. */
async function wantedRefs(context: FetchContext, current: Refs): Promise<Refs> {
  const wanted = await pinnedRefs(context);
  if (wanted === null) return current;
  const { source, options, sourceName, mirror } = context;
  const access = options.depth === null ? source.gitAccess(sourceName) : null;
  return holdRefs({ ...mirror, current, wanted, access });
}
