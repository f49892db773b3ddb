import { MigratorError } from '../../kernel/errors.ts';
import type { GitTool } from './git-tool.ts';

/** @throws `missing-program` where git cannot ask our socket for credentials */
export async function requireCredentialChannel(options: {
  git: GitTool;
  signal?: AbortSignal;
}): Promise<void> {
  if (await credentialChannelWorks(options)) return;
  throw new MigratorError(
    'missing-program',
    'git cannot receive credentials safely: git credential-cache is missing',
    {
      hint: "Install git from your system's packages or from https://git-scm.com; those builds include it.",
    },
  );
}

/**
 * Tells whether git really asks our socket for credentials: some builds of git lack the `credential-cache` client. Uses
 * a made-up address of this machine, so that neither a host nor its authorities are involved.
 */
export async function credentialChannelWorks(options: {
  git: GitTool;
  signal?: AbortSignal;
}): Promise<boolean> {
  const { git, signal } = options;
  const password = 'a made-up password';
  const access = await git.open({
    url: 'http://127.0.0.1/credential-check.git',
    credential: { username: 'nobody', password },
  });
  try {
    const outcome = await git.stream({
      args: ['credential', 'fill'],
      repository: null,
      access,
      input: 'protocol=http\nhost=127.0.0.1\npath=credential-check.git\n\n',
      signal,
    });
    return outcome.exitCode === 0 && outcome.stdout.includes(`password=${password}\n`);
  } finally {
    await access.close();
  }
}
