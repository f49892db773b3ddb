import { readdirSync, readFileSync } from 'node:fs';

/** Children that work on this folder, without those that have ended but are not yet collected. */
export function ownProcesses(
  folder: string,
): { pid: string; commandLine: string; environment: string }[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) return [];
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const ours = environment.includes(folder);
      return ours ? [{ pid, commandLine, environment }] : [];
    } catch {
      return [];
    }
  });
}
