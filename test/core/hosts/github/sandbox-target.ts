import { usersEnvironment } from '../../../../sandbox/environment.ts';
import type { Sandbox } from '../../../../sandbox/sandbox.ts';
import { createGitHub } from '../../../../src/core/hosts/github/github.ts';
import { readTargetCredentials } from '../../../../src/core/ports/credentials/target-credentials.ts';
import type { TargetHost } from '../../../../src/core/ports/target-host.ts';
import type { TestServices } from '../../network/support/client.ts';

/** The adapter with the sandbox's own token. */
export function targetOf(sandbox: Sandbox, services: TestServices): TargetHost {
  return createGitHub({ access: readTargetCredentials(usersEnvironment(sandbox)), services });
}
