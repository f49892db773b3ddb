import { rm } from 'node:fs/promises';
import { MigratorError } from '../../../kernel/errors.ts';
import { count, formatDuration } from '../../../kernel/format/format.ts';
import type { TargetRepository } from '../../../ports/records/repository.ts';
import { archivePath } from '../../context/archive-path.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Step } from '../../context/step.ts';
import { createdData } from '../../recorded/target-documents.ts';
import { writtenArchive } from '../../recorded/written-archive.ts';
import { renameExisting } from '../steps/replaced/rename-existing.ts';
import { type EndedImport, followImport } from './follow-import.ts';
import { keepLog } from './keep-log.ts';
import { keepLogIssue } from './keep-log-issue.ts';
import { findImported, openImporter } from './prepare-target.ts';
import { requireImported } from './require-imported.ts';
import { requireUntouched } from './require-untouched.ts';
import { forgetImport, startImport } from './start-import.ts';

/**
 * Lets the target's importer create the repository with its pull requests out of the archive. It is started once, whatever
 * becomes of this process, and waited for as long as it takes.
 */
export const importStep: Step = {
  name: 'import',
  isUntimed: true,
  async run(context) {
    const { clock, records, sourceRepository } = context;
    if ((await findImported(context)) !== null) {
      // An earlier run may have been killed before it came to this.
      await rm(archivePath(context), { force: true });
      return { status: 'done', summary: 'found again' };
    }
    const begunAt = clock.now();
    const archive = await writtenArchive.read(records);
    if (archive === null) throw new TypeError('the archive is missing');
    const place = await openImporter(context);
    await requireUntouched(context);
    await renameExisting(context);
    const id = await startImport(context, place, archive);
    // GitHub works for minutes or hours: meanwhile others are read and uploaded.
    const follow = () => followImport(context, { importer: place.importer, id });
    const ended = await context.lanes.aside(follow);
    if (ended.state.kind === 'failed') {
      await keepLog(context, ended);
      await forgetImport(context);
      throw failed(context, ended.state);
    }
    const found = await findNew(context);
    await requireImported(context, { found, ended });
    await keepLogIssue(context);
    const { id: targetId, webUrl: targetUrl, description, defaultBranch } = found;
    await createdData.save(records, { description, defaultBranch });
    await records.recordResult('repository', sourceRepository.id, { targetId, targetUrl });
    await records.saveRepository({ webUrl: targetUrl });
    await keepLog(context, ended);
    await rm(archivePath(context), { force: true });
    return { status: 'done', summary: summaryOf(ended, clock.now() - begunAt) };
  },
};

type Failed = Extract<EndedImport['state'], { kind: 'failed' }>;

function failed(
  { target, targetFullName }: Pick<RepositoryContext, 'target' | 'targetFullName'>,
  { reason, hint }: Failed,
): MigratorError {
  const why = reason === '' ? 'it gives no reason' : reason;
  // Somebody else was faster.
  const left = /already exists/i.test(reason)
    ? `${targetFullName} belongs to someone else: give the repository another name in the plan.`
    : `If ${targetFullName} exists now, check whether the unfinished import left it behind.`;
  return new MigratorError('refused', `${target.hostname} could not import it: ${why}`, {
    hint: hint === null ? left : `${hint} ${left}`,
    retry: 'no',
  });
}

/** Milliseconds between looks: a new repository may not be seen everywhere at once. */
const pausesUntilSeen = [1000, 3000, 10_000];

async function findNew(context: RepositoryContext): Promise<TargetRepository> {
  const { target, targetName, targetFullName, waitingClock, signal } = context;
  for (const pause of [...pausesUntilSeen, null]) {
    const lookup = await target.findRepository({ ...targetName, signal });
    if (lookup.state === 'present') return lookup.repository;
    if (pause !== null) await waitingClock.sleep(pause, signal);
  }
  const message = `${target.hostname} reports ${targetFullName} as imported but does not show it`;
  throw new MigratorError('verification', message, {
    hint: 'Resume to check again. If someone has renamed or deleted it, start over with --reset-repo.',
    retry: 'yes',
  });
}

function summaryOf({ warnings }: EndedImport, milliseconds: number): string {
  const said = warnings === 0 ? '' : `, ${count(warnings, 'warning')}`;
  return `imported in ${formatDuration(milliseconds)}${said}`;
}
