import { settingsScopes } from '../../../../../sandbox/bitbucket/accounts/credentials.ts';
import { listRefs } from '../../../../../sandbox/git/list-refs.ts';
import type { Sandbox } from '../../../../../sandbox/sandbox.ts';
import { hostsOf } from '../../../../../src/core/app/hosts.ts';
import { Redactor } from '../../../../../src/core/kernel/redact.ts';
import type { SourceLock } from '../../../../../src/core/ports/source-lock.ts';
import type { LockContext } from '../../../../../src/core/verbs/cutover/lock/lock-context.ts';
import type { LockRecords } from '../../../../../src/core/verbs/cutover/lock/lock-records.ts';
import { makeRepository, openGitClient } from '../../../../sandbox/helpers/git.ts';
import { openSandbox } from '../../../../sandbox/helpers/sandbox.ts';
import { createTestServices } from '../../../network/support/client.ts';
import { memoryRecords } from '../../../replica/apply/pull-requests/memory-context.ts';

const readingScopes = [
  'read:user:bitbucket',
  'read:workspace:bitbucket',
  'read:repository:bitbucket',
  'read:project:bitbucket',
  'read:pullrequest:bitbucket',
];
export const administrator = {
  scopes: [...readingScopes, ...settingsScopes, 'write:repository:bitbucket'],
  right: 'admin',
} as const;
export const noAdministrator = {
  scopes: [...readingScopes, 'write:repository:bitbucket'],
  right: 'write',
} as const;

export type Kind = Sandbox['source'];

export interface LockedSandbox extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly uuid: string;
  /** Returns the lock of the source, with a token of these rights. */
  lockWith(rights: { scopes: readonly string[]; right: 'admin' | 'write' }): Promise<SourceLock>;
  context(lock: SourceLock, records?: LockRecords): LockContext;
  refs(): Promise<ReadonlyMap<string, string>>;
  /** Returns what restricts the repository, as the host holds it. */
  restrictions(): readonly unknown[];
}

/** A repository with one branch on a source of this kind. */
export async function openLocked(
  kind: Kind,
  files: Readonly<Record<string, string>> = { 'a.txt': 'one\n' },
): Promise<LockedSandbox> {
  const sandbox = await openSandbox({ source: kind, limits: { bitbucket: 'none' } });
  const services = await createTestServices();
  const client = await openGitClient(null);
  const from = await makeRepository(client, 'web', files);
  const { uuid } = await sandbox.bitbucket.addRepository({ slug: 'web', from });
  const place = sandbox.bitbucket.gitDirectory('web');
  const refs = async () => {
    const listed = listRefs(place);
    if (listed === null) throw new Error('the refs changed while they were read');
    return listed;
  };
  return {
    sandbox,
    uuid,
    refs,
    restrictions() {
      const book = sandbox.dataCenter?.settings ?? sandbox.bitbucket.settings;
      return structuredClone(
        book.ofRepository(uuid).restrictions.map((one) => JSON.parse(JSON.stringify(one))),
      );
    },
    async lockWith({ scopes, right }) {
      const token: Record<string, string> =
        sandbox.dataCenter === null
          ? { SRC_API_TOKEN: sandbox.bitbucket.credentials.addApiToken({ scopes }) }
          : { SRC_TOKEN: sandbox.dataCenter.addToken({ right }) };
      const variables = { ...sandbox.environment, ...token };
      const hosts = hostsOf({
        variables,
        services,
        redactor: new Redactor(),
        writeJournal: { identify() {} },
      });
      const lock = hosts.lock(services.network);
      await lock.verifyCredentials({ workspace: sandbox.workspace, repositories: ['web'] });
      return lock;
    },
    context: (lock, records = memoryRecords(services.clock).records) => ({
      lock,
      records,
      repository: { workspace: sandbox.workspace, slug: 'web' },
      sourceId: uuid,
      listRefs: refs,
      findCommit: async (hash) => hash,
      random: () => 0.5,
      clock: services.clock,
      waitingClock: services.clock,
      enteredAt: services.clock.now(),
      settleMilliseconds: 10_000,
      reportWait: () => {},
      signal: new AbortController().signal,
    }),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await services[Symbol.asyncDispose]();
      await sandbox.close();
    },
  };
}
