import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isLoopback } from '../../core/kernel/base-url.ts';

/**
 * Opens an address that we have built in the person's browser, without a shell.
 * @returns whether a program for it was started; `false` for anything but https, files and pages of this machine
 */
export function openAddress(
  address: string,
  machine: { platform: string; environment: Readonly<Record<string, string | undefined>> },
): boolean {
  const url = URL.parse(address);
  const isAllowed =
    url !== null &&
    (['https:', 'file:'].includes(url.protocol) ||
      (url.protocol === 'http:' && isLoopback(url.hostname)));
  if (url === null || !isAllowed) return false;
  const { platform, environment } = machine;
  const [program, ...before] = openers[platform] ?? ['xdg-open'];
  const path = program === undefined ? null : findIn(environment.PATH ?? '', program);
  if (path === null) return false;
  const options = { stdio: 'ignore', detached: true, env: { ...environment } } as const;
  const child = spawn(path, [...before, url.href], options);
  child.on('error', () => {});
  child.unref();
  return true;
}

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32.exe', 'url.dll,FileProtocolHandler'],
};

function findIn(path: string, program: string): string | null {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program)).find(existsSync) ?? null;
}
