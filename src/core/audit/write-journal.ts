import type { Clock } from '../kernel/clock.ts';
import type { ChainContent } from '../kernel/hash-chain.ts';
import type {
  Write,
  WriteInFlight,
  WriteJournal,
  WriteResult,
  WrittenRef,
} from '../ports/records/write.ts';
import type { RepositoryWriter } from '../ports/state/repository-writer.ts';
import { describeBody, describeGraphQl } from './describe-body.ts';
import { createSeenObjects } from './seen-objects.ts';

/** The journal of a process, which records under the migration that is held. */
export interface MigrationJournal extends WriteJournal {
  /** From now on, writes to these hosts (name and port) are recorded under this account. */
  identify(hosts: readonly string[], account: string): void;
}

interface LeasedMigration {
  readonly migration: string;
  readonly writer: Pick<RepositoryWriter, 'appendAudit'>;
}

export function createMigrationJournal(options: {
  readonly clock: Pick<Clock, 'now'>;
  readonly version: string;
  readonly process: { readonly pid: number; readonly hostname: string };
  /** `null`: no migration is held here, and nothing recorded. */
  readonly findLease: () => LeasedMigration | null;
}): MigrationJournal {
  const { clock, version, process } = options;
  const accounts = new Map<string, string>();
  const seen = createSeenObjects();
  /** Writers that know of this process. */
  const hasRunLine = new WeakSet<LeasedMigration['writer']>();
  const now = () => new Date(clock.now()).toISOString();
  return {
    identify(hosts, account) {
      for (const host of hosts) accounts.set(host, account);
    },
    saw(read) {
      if (options.findLease() !== null) seen.add(read);
    },
    async begin(write) {
      const lease = options.findLease();
      if (lease === null) return unrecorded;
      const at = now();
      const host = write.kind === 'request' ? write.host : new URL(write.url).host;
      const run = { type: 'run', at, version, ...process };
      const record = recordIn(lease, { type: 'audit', format: 1, at, version });
      const sent = {
        ...{ type: 'sent', at, host, account: accounts.get(host) ?? null },
        ...describeWrite(write),
        ...(write.kind === 'request' ? seen.before(write) : {}),
      };
      const line = await record(hasRunLine.has(lease.writer) ? [sent] : [run, sent]);
      hasRunLine.add(lease.writer);
      return {
        async end(result) {
          if (write.kind === 'request' && result.kind === 'answered') seen.wrote(write, result);
          const answer = {
            type: 'answer',
            at: now(),
            sent: line,
            ...describeResult(write, result),
          };
          // Another process may have taken over meanwhile: then what became of it stays unknown.
          await record([answer]).catch(() => {});
        },
      };
    },
  };
}

/** @returns adds lines, and gives the number of the last */
function recordIn({ migration, writer }: LeasedMigration, { type, format, ...first }: AuditStart) {
  const start = { type, format, migration, ...first };
  return (lines: readonly ChainContent[]) => writer.appendAudit(start, lines);
}

interface AuditStart {
  readonly type: 'audit';
  readonly format: 1;
  readonly at: string;
  readonly version: string;
}

const unrecorded: WriteInFlight = { end: async () => {} };

function describeWrite(write: Write): Readonly<Record<string, unknown>> {
  switch (write.kind) {
    case 'request':
      return {
        method: write.method,
        path: write.path,
        ...(write.body === undefined || write.body === null ? {} : { after: afterOf(write.body) }),
      };
    case 'push':
      return { push: pathOf(write.url), refs: write.refs.map(refOf) };
    case 'lfs':
      return { lfs_upload: pathOf(write.url), objects: write.objects };
  }
}

function afterOf(body: unknown): unknown {
  const { query, variables } = body as { query?: unknown; variables?: unknown };
  if (typeof query !== 'string' || variables === undefined) return describeBody(body);
  return { graphql: describeGraphQl(query), variables: describeBody(variables, 'id') };
}

function describeResult(write: Write, result: WriteResult): Readonly<Record<string, unknown>> {
  switch (result.kind) {
    case 'answered': {
      const { status, json } = result;
      return { status, ...(write.kind === 'request' ? createdOf(json) : {}) };
    }
    case 'pushed':
      return { refs: result.refs.map((one) => ({ ...refOf(one), status: one.status })) };
    case 'ended':
      return { exit_code: result.exitCode };
    case 'lost':
      return { lost: result.reason, may_have_arrived: result.mayHaveArrived };
  }
}

/**
 * Returns what the host says that it has made or changed. Hostile: only short names, numbers and addresses are kept.
 */
function createdOf(json: unknown): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return {};
  const kept = Object.entries(json).filter(
    ([key, value]) =>
      (key === 'id' || key === 'number' || key === 'html_url') &&
      (typeof value === 'number' || (typeof value === 'string' && value.length < 500)),
  );
  return Object.fromEntries(kept);
}

function refOf({ ref, from, to }: WrittenRef): WrittenRef {
  return from === undefined ? { ref, to } : { ref, from, to };
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}
