import { type ErrorCode, MigratorError } from '../../errors.ts';
import { listRemoteRefs } from '../../git/mirror.ts';
import type { MadeObject } from '../../model/migration.ts';
import type { TargetRepository } from '../../model/repository.ts';
import type { RepositoryContext, Step } from '../migration-context.ts';

/** How far the target's clock may be from ours, in milliseconds, when both say when something was made. */
const clockTolerance = 300_000;
/** After so many lost answers in a row the target is taken to be unavailable. */
const maxAttempts = 3;

/**
 * The repository on the target: private and empty, with Actions off while it is filled. Made once: an intent is
 * recorded before the request, and where its answer was lost the target is asked, after the settle time.
 */
export const createStep: Step = {
  name: 'create',
  async run(context) {
    const { writer, planned, sourceRepository } = context;
    const known = await writer.findObject(planned.source, 'repository', sourceRepository.id);
    const { id, webUrl, isNew } = await ensureRepository(context, known);
    await writer.recordResult(planned.source, 'repository', sourceRepository.id, {
      targetId: id,
      targetUrl: webUrl,
    });
    await writer.saveRepository(planned.source, { webUrl });
    await switchActionsOff(context);
    return { status: 'done', summary: isNew ? 'made, private' : 'found again' };
  },
};

/** Milliseconds between looks: a new repository may not be seen everywhere at once. */
const pausesUntilSeen = [1000, 3000];

async function switchActionsOff(context: RepositoryContext): Promise<void> {
  const { target, owner, planned, learned, waitingClock, signal } = context;
  const request = { owner: owner.login, name: planned.target, enabled: false, signal };
  let outcome = await target.setActionsEnabled(request);
  for (const pause of pausesUntilSeen) {
    if (outcome !== 'not-found' || learned.hostHasNoActions) break;
    await waitingClock.sleep(pause, signal);
    outcome = await target.setActionsEnabled(request);
  }
  if (outcome === 'switched' || outcome === 'switched-by-others') return;
  learned.hostHasNoActions ||= outcome === 'not-found';
  context.warn(
    `Actions could not be switched off on ${target.hostname}: workflows may run when they arrive`,
  );
}

interface Ensured {
  readonly id: string;
  readonly webUrl: string;
  readonly isNew: boolean;
}

async function ensureRepository(
  context: RepositoryContext,
  known: MadeObject | null,
): Promise<Ensured> {
  if (known !== null && known.targetId !== null) return stillThere(context, known.targetId);
  let intent = known;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (intent !== null) {
      const adopted = await adopt(context, intent);
      if (adopted !== null) return { id: adopted.id, webUrl: adopted.webUrl, isNew: false };
    }
    const mayBeMade = intent !== null;
    intent = await context.writer.recordIntent(
      context.planned.source,
      'repository',
      context.sourceRepository.id,
    );
    const made = await create(context, { mayBeMade });
    if (made !== null) return { id: made.id, webUrl: made.webUrl, isNew: true };
  }
  throw new MigratorError(
    'unavailable',
    `${fullName(context)} could not be made: ${context.target.hostname} gave no answer`,
    {
      hint: 'Resume when the host answers again.',
      retry: 'yes',
    },
  );
}

/** The target said no: the request made nothing. */
const refusals: ReadonlySet<ErrorCode> = new Set([
  'target-exists',
  'permission',
  'credentials',
  'refused',
]);

/**
 * `null` when the answer was lost. After a refusal the intent is forgotten, unless an earlier request may have made
 * what is there: a repository that somebody else makes must not be taken for ours when the migration is resumed.
 */
async function create(
  context: RepositoryContext,
  { mayBeMade }: { mayBeMade: boolean },
): Promise<TargetRepository | null> {
  const { target, owner, planned, sourceRepository, signal } = context;
  try {
    return await target.createRepository({
      owner,
      name: planned.target,
      description: sourceRepository.description,
      signal,
    });
  } catch (error) {
    if (!(error instanceof MigratorError)) throw error;
    if (error.code === 'ambiguous-write') return null;
    if (refusals.has(error.code) && !mayBeMade) {
      await context.writer.forgetIntent(planned.source, 'repository', sourceRepository.id);
    }
    throw error;
  }
}

/** What an earlier request of ours may have made, once enough time has passed for it to be seen. */
async function adopt(
  context: RepositoryContext,
  intent: MadeObject,
): Promise<TargetRepository | null> {
  const { clock, target, owner, planned, signal } = context;
  const settledAt = intent.intendedAt + context.settleMilliseconds;
  if (clock.now() < settledAt) {
    context.reportWait({
      until: settledAt,
      reason: 'an answer was lost: waiting before looking for what it made',
      host: target.hostname,
    });
    await context.waitingClock.sleep(settledAt - clock.now(), signal);
  }
  const name = { owner: owner.login, name: planned.target };
  const lookup = await target.findRepository({ ...name, signal });
  if (lookup.state !== 'present') return null;
  const refs = await listRemoteRefs({ git: context.git, access: target.gitAccess(name), signal });
  const isYounger = Date.parse(lookup.repository.createdAt) >= intent.intendedAt - clockTolerance;
  if (refs.size === 0 && isYounger) {
    if (lookup.repository.visibility !== 'public') return lookup.repository;
    throw new MigratorError(
      'refused',
      `${fullName(context)} on ${target.hostname} is public, although a private repository was asked for`,
      { hint: `Nothing was pushed into it. Delete ${fullName(context)}, and resume.` },
    );
  }
  throw new MigratorError(
    'target-exists',
    `Repository already exists: ${fullName(context)} on ${target.hostname}`,
    {
      hint: 'It is not the one that this migration began to make. Look at it, and give this one another name in the plan.',
    },
  );
}

/** The repository that the state knows: it must still be there under the planned name. */
async function stillThere(context: RepositoryContext, id: string): Promise<Ensured> {
  const { target, owner, planned, signal } = context;
  const lookup = await target.findRepository({ owner: owner.login, name: planned.target, signal });
  if (lookup.state === 'present' && lookup.repository.id === id) {
    return { id, webUrl: lookup.repository.webUrl, isNew: false };
  }
  throw new MigratorError(
    'not-found',
    `${fullName(context)}, made earlier by this migration, is no longer there`,
    {
      hint: 'Somebody deleted, renamed or replaced it. Put it back, or begin anew with a plan that names another target.',
    },
  );
}

function fullName({ owner, planned }: RepositoryContext): string {
  return `${owner.login}/${planned.target}`;
}
