import { ProtocolError } from '../../git/protocol/packets.ts';
import { openSmartHttp } from '../../git/protocol/smart-http.ts';
import { changeRef, type RefChange } from '../../git/stream/change-ref.ts';
import { endedBy, MigratorError } from '../../kernel/errors.ts';
import type { Network } from '../../network/tls-proxy/network.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import type { Cancellable } from '../../ports/records/target-address.ts';
import type { BranchAt, SourceLock } from '../../ports/source-lock.ts';

/** Milliseconds of silence, where the network has no time-out of its own. */
const longPatience = 600_000;

interface GitRemote {
  readonly network: Network;
  readonly access: GitAccess;
  readonly hostname: string;
  /** Remedy: rights that the credentials need to push. */
  readonly hint: string;
}

/** The parts of a lock that speak Git. */
export function branchTrial(
  remoteOf: (repository: BranchAt) => GitRemote,
): Pick<SourceLock, 'tryBranch' | 'removeBranch'> {
  return {
    async tryBranch(request) {
      const { branch, commit } = request;
      const change = { ref: `refs/heads/${branch}`, from: null, to: commit };
      const outcome = await send(remoteOf(request), change, request);
      return outcome === 'taken' ? 'created' : 'refused';
    },
    async removeBranch(request) {
      const { branch, commit, workspace, slug } = request;
      const change = { ref: `refs/heads/${branch}`, from: commit, to: null };
      const place = remoteOf(request);
      if ((await send(place, change, request)) === 'taken') return;
      throw new MigratorError(
        'refused',
        `${place.hostname} refused to delete the branch ${branch} of ${workspace}/${slug}`,
        { hint: 'Delete it by hand: it was created to test the lock.' },
      );
    },
  };
}

async function send(
  { network, access, hostname, hint }: GitRemote,
  change: RefChange,
  { workspace, slug, signal = new AbortController().signal }: BranchAt & Cancellable,
): Promise<'taken' | 'refused'> {
  const patience = 1000 * network.readTimeoutSeconds || longPatience;
  try {
    return await changeRef(openSmartHttp({ network, access, signal }), change, { patience });
  } catch (thrown) {
    if (signal.aborted) throw endedBy(signal);
    if (thrown instanceof MigratorError) throw thrown;
    const status = thrown instanceof ProtocolError ? thrown.status : null;
    if (status === 401 || status === 403) {
      throw new MigratorError(
        'permission',
        `${status}: ${hostname} does not let these credentials push to ${workspace}/${slug}`,
        { hint, status },
      );
    }
    throw new MigratorError(
      'ambiguous-write',
      `${hostname} did not report whether it accepted a branch in ${workspace}/${slug}`,
      { hint: 'Run the command again.', retry: 'yes', status, cause: thrown },
    );
  }
}
