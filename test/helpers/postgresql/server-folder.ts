import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of this run's PostgreSQL server, which the first test that needs it starts. */
    readonly postgresql: string;
  }
}

/**
 * Ends the server and removes its folder once standard input ends: at the end of the run, and also when the run is killed.
 * Argument: the folder.
 */
const caretaker = `
cat > /dev/null
pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid" && while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
rm -rf "$1"
`;

/** Before all tests: a place for the server. */
export function setup(project: TestProject): () => Promise<void> {
  const { folder, close } = openServerFolder();
  project.provide('postgresql', folder);
  return close;
}

/** A place for a server, which is ended with its folder by `close`, or once this process is no more. */
export function openServerFolder(): {
  readonly folder: string;
  readonly close: () => Promise<void>;
} {
  const folder = mkdtempSync(join(tmpdir(), 'migrator-postgresql-'));
  // The server runs as another account where the tests run as root.
  chmodSync(folder, 0o755);
  const child = spawn('sh', ['-c', caretaker, 'sh', folder], {
    // Of its own group: Ctrl+C ends the tests alone.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  const close = () =>
    new Promise<void>((resolve) => {
      child.ref();
      child.once('exit', () => resolve());
      child.stdin.end();
    });
  return { folder, close };
}
