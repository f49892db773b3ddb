import { fetchLfs } from '../../git/lfs/lfs.ts';
import { count } from '../../kernel/format/format.ts';
import type { Step } from '../migration-context.ts';
import { lfsObjectsOf } from './lfs-objects.ts';

/** Before anything is made on the target: objects that the source has lost are found out in time. */
export const fetchLfsStep: Step = {
  name: 'fetch-lfs',
  async run(context) {
    const found = await lfsObjectsOf(context);
    if ('skipped' in found) return found.skipped;
    const { objects } = found;
    await fetchLfs({
      git: context.git,
      directory: context.directory,
      access: context.source.gitAccess({
        workspace: context.plan.source.workspace,
        slug: context.planned.source,
      }),
      objects,
      signal: context.signal,
      onProgress: context.reportProgress,
    });
    return { status: 'done', summary: count(objects.length, 'object') };
  },
};
