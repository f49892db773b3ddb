import { waitUntilVisible } from '../../journal/wait-until-visible.ts';
import { hasCode, interrupted, MigratorError } from '../../kernel/errors.ts';
import type { SourceLock } from '../../ports/source-lock.ts';
import { sourceNote } from '../../text/source-note.ts';
import type { CutoverRepository, CutoverRun } from '../cutover-request.ts';
import { forEach, type PhaseWork } from '../in-phase.ts';

/** After so many lost answers in a row the source is taken to be unavailable. */
const maxAttempts = 3;

/**
 * Comments on each open pull request of the sources that says where it continues. Journaled one by one: none is written twice.
 * @returns notes that were written now, by slug
 */
export async function announce(
  run: CutoverRun,
  lock: SourceLock,
  repositories: readonly CutoverRepository[],
): Promise<ReadonlyMap<string, number>> {
  const open = repositories.filter(({ done }) => done.has('open'));
  const written = await forEach(run, open, async (one) => {
    const addresses = await openPullRequests(run, one);
    let notes = 0;
    for (const [number, webUrl] of addresses) {
      if (run.drain.aborted) throw interrupted();
      if (await noteOn(run, lock, { one, number, webUrl })) notes += 1;
    }
    return [one.planned.source, notes] as const;
  });
  return new Map(written);
}

/** Those that have become one on the target: its address, by the number on the source. */
async function openPullRequests(
  { services, migration, plan }: CutoverRun,
  { planned, signal }: PhaseWork,
): Promise<ReadonlyMap<number, string>> {
  const { store, source } = services;
  const made = await store.listObjects(migration.id, planned.source, 'pull-request');
  const addresses = new Map(made.map((row) => [row.sourceId, row.targetUrl]));
  const open = new Map<number, string>();
  const name = { workspace: plan.source.workspace, slug: planned.source };
  for await (const page of source.pullRequests.list({ ...name, toCompare: true, signal })) {
    for (const { number, state } of page.pullRequests) {
      const address = addresses.get(String(number)) ?? '';
      if (state === 'open' && address !== '') open.set(number, address);
    }
  }
  return open;
}

interface Note {
  readonly one: PhaseWork;
  readonly number: number;
  readonly webUrl: string;
}

/** @returns whether it was written now */
async function noteOn(run: CutoverRun, lock: SourceLock, note: Note): Promise<boolean> {
  const { services, plan } = run;
  const { one, number } = note;
  const row = `note ${number}`;
  const known = await one.records.findObject('cutover', row);
  if (known?.targetId) return false;
  const name = { workspace: plan.source.workspace, slug: one.planned.source };
  const text = sourceNote(note.webUrl);
  const place = { ...name, number, signal: one.signal };
  const record = (targetId: string) =>
    one.records.recordResult('cutover', row, { targetId, targetUrl: '' });
  let lostAt = known?.intendedAt ?? null;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (lostAt !== null) {
      await waitUntilVisible({ ...services, target: lock, signal: one.signal }, lostAt);
      const { comments } = await services.source.pullRequests.comments(place);
      const found = comments.find((comment) => comment.text.raw.trim() === text);
      if (found !== undefined) {
        await record(found.id);
        return true;
      }
    }
    await one.records.recordIntent('cutover', row);
    try {
      await record(await lock.addNote({ ...place, text }));
      return true;
    } catch (error) {
      if (!hasCode(error, 'ambiguous-write')) throw error;
      lostAt = services.clock.now();
    }
  }
  throw new MigratorError(
    'unavailable',
    `${lock.hostname} did not say whether it took a comment on pull request ${number} of ${name.workspace}/${name.slug}`,
    { hint: 'Run the command again when the host responds.', retry: 'yes' },
  );
}
