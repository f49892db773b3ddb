import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A token as it is, and as it stands in addresses, in headers (whatever stands before it there) and in JSON. */
export function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, encodeURIComponent(secret), inJson, ...base64Forms(secret)])];
}

/** Whatever precedes it shifts its bits by none, two or four; what depends on the neighbours is left out. */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].map((shift) => {
    const whole = Buffer.from(`${'x'.repeat(shift)}${secret}`).toString('base64');
    return whole.slice(shift === 0 ? 0 : 4, -4);
  });
}

/** Every file below a folder, also while it changes: what goes away meanwhile is left out. */
export function filesBelow(folder: string): string[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/**
 * Returns what every process of this machine shows of its command line, and of its environment unless it is the program
 * itself: that one was given its credentials there, as a child has them for the instant before it becomes git.
 */
function processes(): string {
  const pids = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  );
  const texts = pids.flatMap((pid) => {
    const environment = attempt(() => readFileSync(`/proc/${pid}/environ`, 'latin1')) ?? '';
    const command = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1')) ?? '';
    const isNode =
      attempt(() => readlinkSync(`/proc/${pid}/exe`)) === realpathSync(process.execPath);
    return isNode ? [command] : [command, environment];
  });
  return texts.join('\n');
}

/**
 * Where any of the forms stands just now: in the process list, or below a folder but for the hosts' own.
 * @param options.scanned size and time of the files that were read before, by their paths: they are not read again as
 *   long as both stay
 */
export function findTokens(options: {
  folder: string;
  forms: readonly string[];
  scanned?: Map<string, string>;
}): string[] {
  const { folder, forms, scanned = new Map<string, string>() } = options;
  const files = filesBelow(folder).filter((path) => !path.includes('/hosts/'));
  const changed = files.filter((path) => {
    const facts = attempt(() => statSync(path, { bigint: true }));
    const version = facts === null ? 'gone' : `${facts.size} ${facts.mtimeNs}`;
    if (scanned.get(path) === version) return false;
    scanned.set(path, version);
    return true;
  });
  const texts = changed.map(
    (path) => [path, attempt(() => readFileSync(path, 'latin1')) ?? ''] as const,
  );
  return [['the process list', processes()] as const, ...texts]
    .filter(([, text]) => forms.some((form) => text.includes(form)))
    .map(([where]) => where);
}

/** Looks again and again until something has ended. @returns where anything was seen, and how often it was looked */
export async function scanUntil(
  ended: Promise<unknown>,
  options: { folder: string; forms: readonly string[] },
): Promise<{ hits: ReadonlySet<string>; looks: number }> {
  const hits = new Set<string>();
  const scanned = new Map<string, string>();
  let looks = 0;
  let isOver = false;
  const over = ended.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const hit of findTokens({ ...options, scanned })) hits.add(hit);
    looks += 1;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  await over;
  return { hits, looks };
}
