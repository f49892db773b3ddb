import { MigratorError } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Step, StepOutcome } from '../../context/step.ts';
import { readExpected } from '../../recorded/imports/expected-import.ts';
import { comparedImport } from '../../recorded/imports/import-documents.ts';
import { numbersText, readRecord } from '../../recorded/pull-requests/pull-request-record.ts';
import { writtenArchive } from '../../recorded/written-archive.ts';
import { compareAll } from '../import/compare-import.ts';
import { repairImported } from './repair-imported.ts';

/**
 * Compares every pull request with what was in the archive, and keeps in the state what it became: from then on it is verified and
 * repaired as any other.
 */
export const importedStep: Step = {
  name: 'pull-requests',
  isUntimed: true,
  async run(context) {
    const { records } = context;
    // What was sent decides: the plan may say something else by now.
    if ((await writtenArchive.read(records))?.without_pull_requests === true) {
      if (context.wantsPullRequests) throw sentWithout(context);
      return { status: 'skipped', summary: 'not selected' };
    }
    const expected = await readExpected(records);
    if (expected.size > 0) await compareAll(context, expected);
    await repairImported(context);
    return summarize(context, { isCompared: expected.size > 0 });
  },
};

function sentWithout({ targetFullName }: Pick<RepositoryContext, 'targetFullName'>): MigratorError {
  const message = `${targetFullName} was imported without pull requests, but the plan now includes them`;
  return new MigratorError('refused', message, {
    hint: `Delete ${targetFullName} and start over with --reset-repo, or exclude pull requests from the plan again.`,
    retry: 'no',
  });
}

async function summarize(
  context: RepositoryContext,
  { isCompared }: { readonly isCompared: boolean },
): Promise<StepOutcome> {
  const objects = await context.records.listObjects('pull-request');
  const known = objects.flatMap((object) => readRecord(object) ?? []);
  const total = known.length;
  const changed = (await comparedImport.read(context.records))?.different ?? 0;
  const comments = known.reduce((sum, one) => sum + one.comments, 0);
  if (isCompared && changed > 0) {
    const which = numbersText(objects, ({ losses }) => losses.length > 0);
    context.warn(lossText(changed, which));
  }
  const parts = [count(total, 'pull request'), count(comments, 'comment')];
  if (changed > 0) parts.push(`${changed} different`);
  const pullRequests = { total, changed, comments, images: 0, placeholders: 0 };
  return { status: 'done', summary: parts.join(', '), pullRequests };
}

function lossText(changed: number, which: string): string {
  const many = count(changed, 'pull request');
  const verb = changed === 1 ? 'differs' : 'differ';
  return `${many} ${verb} from Bitbucket after the import${which}: verify lists the differences, and verify --repair writes what was lost`;
}
