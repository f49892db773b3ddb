import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Tells this machine, until it is started again, from others of the same name, and a container from others on its machine:
 * only within it does a process id say who lives. Elsewhere than on Linux it is another with each call, so that a dead
 * process's lease runs out.
 */
export function machineIdentity(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return randomUUID();
  }
}
