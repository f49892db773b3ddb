import type { GitTool } from './git-tool.ts';

/**
 * Whether git really asks our socket for credentials: some builds of git lack the `credential-cache` client.
 * Asks for a made-up address, so that no host is involved.
 */
export async function credentialChannelWorks(options: {
  git: GitTool;
  signal?: AbortSignal;
}): Promise<boolean> {
  const { git, signal } = options;
  const password = 'a made-up password';
  const access = await git.open({
    url: 'https://credential-check.invalid/repository.git',
    credential: { username: 'nobody', password },
  });
  try {
    const outcome = await git.stream({
      args: ['credential', 'fill'],
      repository: null,
      access,
      input: 'protocol=https\nhost=credential-check.invalid\npath=repository.git\n\n',
      signal,
    });
    return outcome.exitCode === 0 && outcome.stdout.includes(`password=${password}\n`);
  } finally {
    await access.close();
  }
}
