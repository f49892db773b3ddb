import { isReplaced, targetGone } from '../../../journal/target-gone.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { RepositoryName } from '../../../ports/records/target-address.ts';
import type { Write, WriteJournal } from '../../../ports/records/write.ts';
import type { RepositoryLookup, TargetHost } from '../../../ports/target-host.ts';
import type { ExpectedTargets } from '../../context/expected-targets.ts';
import { notConfirmed } from '../../context/target-exists.ts';

/** Milliseconds for which one look is enough for comments and the like: they change nothing that others have. */
const readLasts = 1000;

/**
 * The same journal, which lets nothing be sent to a repository that is not the one the migration has created: its name may
 * lead to another one since. Asked at the last moment, because a request may have waited long for a limit.
 * @param options.openTarget its requests wait for none of those that ask
 */
export function guardTargets<Journal extends WriteJournal>(
  journal: Journal,
  options: {
    readonly findLease: () => { readonly targets: ExpectedTargets } | null;
    readonly openTarget: () => Pick<TargetHost, 'hostname' | 'gitAccess' | 'findRepository'>;
    readonly clock: Pick<Clock, 'now'>;
  },
): Journal {
  const readAt = new Map<string, number>();
  const looks = new Map<string, Promise<RepositoryLookup>>();
  /** Shares an answer that is on its way: none of those who wait for it has sent anything yet. */
  function look(fullName: string, name: RepositoryName): Promise<RepositoryLookup> {
    const asked = looks.get(fullName);
    if (asked !== undefined) return asked;
    const asking = options
      .openTarget()
      .findRepository(name)
      .finally(() => looks.delete(fullName));
    looks.set(fullName, asking);
    return asking;
  }
  async function check(write: Write): Promise<void> {
    const targets = options.findLease()?.targets;
    if (targets === undefined) return;
    const name = nameInWrite(write, options.openTarget);
    if (name === null) return;
    const target = options.openTarget();
    const fullName = `${name.owner}/${name.name}`;
    const { now } = options.clock;
    const isFresh = now() - (readAt.get(fullName) ?? Number.NEGATIVE_INFINITY) < readLasts;
    if (isFresh && isAddition(write)) return;
    const expected = await targets.find(name);
    if (expected === null) return;
    const lookup = await look(fullName, name);
    // A renaming whose answer was lost leaves a redirect, which none of these requests follows.
    if (expected.isMoving && lookup.state !== 'present') return;
    // One that is not there takes nothing; a new one may not be seen everywhere yet.
    if (isReplaced(lookup, expected.id))
      throw expected.isOurs
        ? targetGone({ targetFullName: fullName, createdBy: expected.migration })
        : notConfirmed({ targetFullName: fullName, target });
    readAt.set(fullName, now());
  }
  return {
    ...journal,
    async begin(write) {
      await check(write);
      return journal.begin(write);
    },
  };
}

/** The repository of the target that a write names; `null` where it names none, or goes to another host. */
export function nameInWrite(
  write: Write,
  openTarget: () => Pick<TargetHost, 'hostname' | 'gitAccess'>,
): { readonly owner: string; readonly name: string } | null {
  const name = repositoryOf(write);
  return name !== null && hostOf(write) === hostFor(write, openTarget()) ? name : null;
}

function hostOf(write: Write): string {
  return write.kind === 'request' ? write.host : new URL(write.url).host;
}

function hostFor(
  { kind }: Write,
  { hostname, gitAccess }: Pick<TargetHost, 'hostname' | 'gitAccess'>,
): string {
  return kind === 'request' ? hostname : new URL(gitAccess({ owner: 'any', name: 'any' }).url).host;
}

/** The repository that a write names; `null` for what names none. GraphQL goes by ids, which were found by its name. */
function repositoryOf(write: Write): RepositoryName | null {
  if (write.kind === 'request') return write.repository ?? null;
  const [, owner, name] = /\/([^/]+)\/([^/]+)\.git$/.exec(new URL(write.url).pathname) ?? [];
  if (owner === undefined || name === undefined) return null;
  return { owner: decodeURIComponent(owner), name: decodeURIComponent(name) };
}

/** Comments and the like, and pull requests, which another repository refuses for lack of their branches. */
function isAddition(write: Write): boolean {
  if (write.kind !== 'request' || write.method !== 'POST') return false;
  if (/\/(?:comments|reviews|replies|pulls)(?:\?|$)/.test(write.path)) return true;
  const body = write.body as { readonly query?: unknown } | null | undefined;
  return write.path.endsWith('/graphql') && /resolveReviewThread\(/i.test(String(body?.query));
}
