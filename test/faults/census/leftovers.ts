import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Finding } from './finding.ts';

/** Milliseconds that a process which was told to end may take. */
const grace = 5000;

/**
 * Processes that a run has started and that have outlived it: git, git-lfs, a credential daemon. They are known by the
 * run's own folders, in their arguments, their environment or as where they are. Only Linux shows that.
 */
export async function findProcessesLeft(folder: string): Promise<Finding[]> {
  const until = Date.now() + grace;
  for (;;) {
    const left = processesOf(folder);
    if (left.length === 0) return [];
    if (Date.now() > until) return left.map((what) => ({ kind: 'left behind', what }));
    await wait(50);
  }
}

function processesOf(folder: string): string[] {
  if (!existsSync('/proc/self/environ')) return [];
  const hosts = join(folder, 'hosts');
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    const command = read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    const environment = read(() => readFileSync(`/proc/${pid}/environ`, 'utf8'));
    const place = read(() => readlinkSync(`/proc/${pid}/cwd`));
    // A process that has ended and waits to be collected has none of the three.
    const shown = `${command}\n${environment}\n${place}`;
    // What the hosts themselves run is named by their own folder.
    if (!shown.replaceAll(hosts, '').includes(folder)) return [];
    return [`process ${command.replaceAll('\0', ' ').trim()}`];
  });
}

/** Reads a file; one that goes away meanwhile counts as gone. */
function read(from: () => string): string {
  try {
    return from();
  } catch {
    return '';
  }
}

/**
 * Finds what a migration that has come to its end leaves in temporary and work folder, where it should leave nothing.
 */
export function findFilesLeft(folder: string): Finding[] {
  return ['tmp', 'state/work'].flatMap((place) => {
    const path = join(folder, place);
    const names = existsSync(path) ? readdirSync(path) : [];
    // Node's own, and to be kept.
    const ours = names.filter((name) => name !== 'node-compile-cache');
    return ours.map((name) => ({ kind: 'left behind', what: `${place}/${name}` }) as const);
  });
}

/** Looks at copies, so that the program itself has to recover what its end has left. */
export function checkDatabases(folder: string): Finding[] {
  const state = join(folder, 'state');
  const names = existsSync(state) ? readdirSync(state) : [];
  const copies = join(folder, 'copies');
  const findings: Finding[] = [];
  for (const name of names.filter((one) => one.endsWith('.sqlite'))) {
    mkdirSync(copies, { recursive: true });
    for (const file of [name, `${name}-wal`]) {
      if (existsSync(join(state, file))) copyFileSync(join(state, file), join(copies, file));
    }
    const said = integrityOf(join(copies, name));
    if (said !== 'ok') findings.push({ kind: 'wrong', what: `the database ${name}: ${said}` });
    rmSync(copies, { recursive: true, force: true });
  }
  return findings;
}

function integrityOf(path: string): string {
  try {
    const database = new DatabaseSync(path);
    try {
      const rows = database.prepare('PRAGMA integrity_check').all();
      return rows.map((row) => String(row.integrity_check)).join('; ');
    } finally {
      database.close();
    }
  } catch (error) {
    return String(error);
  }
}
