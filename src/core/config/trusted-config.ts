import { hash } from 'node:crypto';
import { appendFile, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { MigratorError } from '../kernel/errors.ts';
import { makeFolder } from '../kernel/files/make-folder.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import type { Program } from '../kernel/program.ts';
import { refuseOpenToOthers } from '../state/open-to-others.ts';
import { stateFolder } from '../state/state-folder.ts';
import type { Config } from './config-schema.ts';
import { type FileHost, fileHosts, hostOf } from './file-hosts.ts';
import { defaultConfigFile, loadConfig } from './load-config.ts';

type Asking = Pick<Program, 'environment' | 'platform' | 'stderr' | 'ask' | 'uid'>;

/**
 * The configuration, where it may decide which hosts get credentials. A file that is read because it lies in the current
 * folder may have come with a clone: other hosts that it names are used once a person has agreed to them.
 * @param path of the file that was named; naming it is consent
 * @throws `configuration` where nobody has agreed, and with every problem of the file
 */
export async function loadTrustedConfig(
  program: Asking,
  path: string | undefined,
): Promise<Config> {
  const config = await loadConfig(path);
  const hosts = path === undefined ? fileHosts(program.environment, config) : [];
  if (hosts.length === 0) return config;
  const place = await realpath(defaultConfigFile);
  const folder = stateFolder(program);
  refuseOpenToOthers(folder, program.uid);
  // One for each: what a person types at the wizard may make some of them unused.
  const consents = hosts.map((host) => hash('sha256', JSON.stringify([place, host])));
  if (await areGiven(folder, consents)) return config;
  if (!(await isAgreed(program, place, hosts))) throw notAgreed(place, hosts);
  makeFolder(folder);
  await appendFile(consentsOf(folder), `${consents.join('\n')}\n`, { mode: 0o600 });
  return config;
}

/** Hashes of a file's place and the hosts in it: another host, or the same in another folder, is asked about again. */
function consentsOf(folder: string): string {
  return join(folder, 'configuration-consents');
}

async function areGiven(folder: string, consents: readonly string[]): Promise<boolean> {
  const text = await readFile(consentsOf(folder), 'utf8').catch(() => '');
  const given = new Set(text.split('\n'));
  return consents.every((consent) => given.has(consent));
}

async function isAgreed(
  { ask, stderr }: Asking,
  place: string,
  hosts: readonly FileHost[],
): Promise<boolean> {
  if (ask === null) return false;
  stderr.write(`${safe(place)} sends credentials or data to other hosts:\n`);
  for (const host of hosts) stderr.write(`  ${host.key}  ${shown(host)}\n`);
  const answer = await ask('Use these hosts? [y/N] ');
  return /^y(es)?$/i.test((answer ?? '').trim());
}

function notAgreed(place: string, hosts: readonly FileHost[]): MigratorError {
  const [first, ...others] = hosts.map((host) => `${host.key} ${shown(host)}`);
  const more = others.length === 0 ? '' : ` (and ${others.map(keyOf).join(', ')})`;
  return new MigratorError('configuration', `${safe(place)} sets another host: ${first}${more}`, {
    hint: `If the file is yours, pass it: --config ${defaultConfigFile}. Otherwise run migrator in another folder.`,
  });
}

/** Without user name and path, which could pose as a host. */
function shown(host: FileHost): string {
  const [protocol = ''] = /^[a-z]+:/i.exec(host.value) ?? [];
  return safe(`${protocol}//${hostOf(host)}`);
}

function keyOf(text: string): string {
  return text.slice(0, text.indexOf(' '));
}
