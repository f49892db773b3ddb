import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
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
  const named = Object.fromEntries(passedOn.map((name) => [name, environment[name]]));
  const options = { stdio: 'ignore', detached: true, env: named } as const;
  const child = spawn(path, [...before, url.href], options);
  child.on('error', () => {});
  child.unref();
  return true;
}

/** The variables that an opener and a browser need; no token. */
const passedOn = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'TMPDIR', 'BROWSER'],
  ...['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'DESKTOP_SESSION'],
  ...['XDG_RUNTIME_DIR', 'XDG_CURRENT_DESKTOP', 'XDG_SESSION_TYPE', 'XDG_DATA_DIRS'],
  ...['XDG_CONFIG_HOME', 'XDG_CONFIG_DIRS', 'XDG_DATA_HOME', 'KDE_FULL_SESSION'],
  ...['WSL_DISTRO_NAME', 'WSL_INTEROP', 'WSLENV'],
  ...['SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ProgramFiles', 'PATHEXT'],
];

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32.exe', 'url.dll,FileProtocolHandler'],
};

function findIn(path: string, program: string): string | null {
  // Neither empty entries nor `.`, which mean the current folder.
  const folders = path.split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, program)).find(existsSync) ?? null;
}
