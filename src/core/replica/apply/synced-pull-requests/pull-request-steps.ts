import { count } from '../../../kernel/format/format.ts';
import { changedSince } from '../../../report/lines/sync-lines.ts';
import type { Step } from '../../context/step.ts';
import type { SyncContext } from '../../context/sync-context.ts';
import type { PullRequestRows } from './find-changed-pull-requests.ts';
import {
  beforeBranches,
  finishKnown,
  openFurther,
  type PullRequestWork,
} from './pull-request-sync.ts';

/** Describes what the sync of refs has to know of pull requests, and what is done once the branches are pushed. */
export interface PullRequestsBegun {
  /** Full names of the target's branches that open pull requests go to. */
  readonly bases: ReadonlySet<string>;
  /** Finishes pull requests that the target has. */
  readonly finish: Step<SyncContext>;
  /** New ones, after those. */
  readonly open: Step<SyncContext>;
}

const step = { name: 'pull-requests', mayPass: ['not-found'], isUntimed: true } as const;

/** Reads what has changed, before the branches are pushed. */
export async function beginPullRequests(
  enter: (step: Step<SyncContext>) => Promise<void>,
  found: PullRequestRows,
): Promise<PullRequestsBegun> {
  const readText = `${count(found.rows.size, 'pull request')} read`;
  let work: PullRequestWork | null = null;
  let isAgain = false;
  await enter({
    ...step,
    async run(context) {
      work = await beforeBranches(context, found);
      return { status: 'done', summary: readText };
    },
  });
  return {
    bases: found.bases,
    finish: {
      ...step,
      async run(context) {
        const before = context.report.pullRequests;
        if (work !== null) await finishKnown(context, found, work);
        return { status: 'done', summary: changedSince(before, context.report.pullRequests) };
      },
    },
    open: {
      ...step,
      async run(context) {
        const attempt = { isAgain };
        isAgain = true;
        const before = context.report.pullRequests;
        if (work !== null) await openFurther(context, found, { ...work, ...attempt });
        return { status: 'done', summary: changedSince(before, context.report.pullRequests) };
      },
    },
  };
}
