import { pushLfs } from '../../git/lfs/lfs.ts';
import { count, formatBytes } from '../../kernel/format/format.ts';
import { recordLfs } from '../migrated-baseline.ts';
import type { Step } from '../migration-context.ts';
import { lfsObjectsOf } from './lfs-objects.ts';

/** LFS objects go before the refs: GitHub refuses a push that names objects it does not have. */
export const lfsStep: Step = {
  name: 'lfs',
  // A repository that was made a moment ago.
  mayPass: ['not-found'],
  async run(context) {
    const found = await lfsObjectsOf(context);
    if ('skipped' in found) {
      if (found.skipped.summary !== 'no LFS objects') context.warn(found.skipped.summary);
      return found.skipped;
    }
    const { objects } = found;
    await pushLfs({
      git: context.git,
      directory: context.directory,
      access: context.target.gitAccess({
        owner: context.owner.login,
        name: context.planned.target,
      }),
      objects,
      signal: context.signal,
      onProgress: context.reportProgress,
    });
    await recordLfs(context, objects);
    const bytes = objects.reduce((sum, { size }) => sum + size, 0);
    const summary = `${count(objects.length, 'object')}, ${formatBytes(bytes)}`;
    return { status: 'done', summary, lfsObjects: objects.length };
  },
};
