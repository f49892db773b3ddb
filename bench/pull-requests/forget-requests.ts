import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Milliseconds in which no run sends as many requests as a host may grant in an hour. */
const interval = 30_000;

/**
 * Takes away, now and then, what a run has noted of the requests that it has sent: it believes no host that grants more than
 * 10,000 in an hour, and ten thousand pull requests need three times as many.
 * @returns ends it
 */
export function forgetRequests(stateFolder: string): () => void {
  const timer = setInterval(() => {
    const files = existsSync(stateFolder) ? readdirSync(stateFolder) : [];
    for (const name of files.filter((one) => /^pace-\d+\.sqlite$/.test(one))) {
      const database = new DatabaseSync(join(stateFolder, name), { timeout: 5000 });
      try {
        database.exec('DELETE FROM pace');
      } finally {
        database.close();
      }
    }
  }, interval);
  return () => clearInterval(timer);
}
