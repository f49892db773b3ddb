import type { HostName } from '../network/faults.ts';

/** Which GitHub the sandbox plays. */
export type TargetKind = 'github.com' | 'enterprise-server' | 'ghe.com';

/**
 * Returns the names of the hosts behind the proxy. Nobody resolves `.example`; below `ghe.com` only the form of the
 * name counts, and the proxy answers for it before any name is looked up.
 */
export function hostNames(target: TargetKind): Readonly<Record<HostName, string>> {
  return {
    bitbucket: 'api.bitbucket.acme.example',
    'bitbucket-git': 'bitbucket.acme.example',
    'bitbucket-media': 'media.bitbucket.acme.example',
    license: 'license.migrator.example',
    pages: 'pages.acme.example',
    telemetry: 'telemetry.migrator.example',
    vault: 'vault.acme.example',
    ...targetNames[target],
  };
}

type TargetNames = Readonly<
  Record<'github' | 'github-git' | 'github-media' | 'github-uploads', string>
>;

const targetNames: Readonly<Record<TargetKind, TargetNames>> = {
  'github.com': {
    github: 'api.github.acme.example',
    'github-git': 'github.acme.example',
    'github-media': 'media.github.acme.example',
    'github-uploads': 'uploads.github.acme.example',
  },
  'enterprise-server': {
    // REST is below /api/v3 of the Git address; what listens here is not told to anybody.
    github: 'api.github.acme.example',
    'github-git': 'github.acme.example',
    'github-media': 'media.github.acme.example',
    'github-uploads': 'uploads.github.acme.example',
  },
  'ghe.com': {
    github: 'api.migrator-sandbox.ghe.com',
    'github-git': 'migrator-sandbox.ghe.com',
    'github-media': 'objects.migrator-sandbox.ghe.com',
    'github-uploads': 'uploads.migrator-sandbox.ghe.com',
  },
};
