import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hosts } from './hosts/messages.ts';
import { runProcess } from './run-process.ts';

/** Git as anybody may use it, with credentials from a file. @returns what it prints */
export type Git = (args: readonly string[]) => Promise<string>;

/** @param options.folder private, and empty but for what the caller puts there */
export async function gitWithStoredCredential({
  hosts,
  folder,
  environment,
}: {
  readonly hosts: Hosts;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}): Promise<Git> {
  const home = join(folder, 'home');
  const credentials = join(home, 'credentials');
  await mkdir(home);
  await writeFile(credentials, storedCredentials(hosts), { mode: 0o600 });
  const config = join(home, 'gitconfig');
  await writeFile(config, `[credential]\n\thelper = store --file=${credentials}\n`);
  const processEnvironment = {
    ...environment,
    HOME: home,
    GIT_CONFIG_GLOBAL: config,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
  return async (args) =>
    (await runProcess({ command: 'git', args, environment: processEnvironment })).stdout;
}

function storedCredentials({ environment }: Hosts): string {
  const { SRC_GIT_URL, SRC_API_TOKEN, DST_GIT_URL, DST_TOKEN } = environment;
  const lines = [
    withUser(SRC_GIT_URL, 'x-bitbucket-api-token-auth', SRC_API_TOKEN),
    withUser(DST_GIT_URL, 'x-access-token', DST_TOKEN),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function withUser(address: string, username: string, password: string): string {
  return address.replace('://', `://${username}:${encodeURIComponent(password)}@`);
}
