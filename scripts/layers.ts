/**
 * Which folder may import which. A file imports from its own line and from the lines below it, type imports included;
 * the longest folder that fits a file decides. `npm run lint` checks it (check-layers.ts); Biome finds circles.
 */
export const layers: readonly (readonly string[])[] = [
  ['src/cli.ts', 'src/cli'],
  ['src/screens'],
  ['src/ui'],
  ['src/core/app'],
  ['src/core/commands'],
  [
    'src/core/wizard',
    'src/core/doctor',
    'src/core/verification',
    'src/core/cutover',
    'src/core/handover',
    'src/core/secrets',
    'src/core/vault',
  ],
  ['src/core/migration'],
  ['src/core/config', 'src/core/report'],
  ['src/core/plan'],
  ['src/core/forecast'],
  ['src/core/discovery'],
  ['src/core/settings'],
  [
    'src/core/audit',
    'src/core/calibration',
    'src/core/license',
    'src/core/telemetry',
    'src/core/users',
  ],
  ['src/core/hosts'],
  ['src/core/git', 'src/core/journal', 'src/core/state', 'src/core/text'],
  ['src/core/network'],
  ['src/core/ports'],
  ['src/core/kernel'],
  ['sandbox'],
  ['license-service'],
];

/**
 * The order inside a folder: each of its folders imports only from those that stand after it, so that none reaches back and
 * there is no circle of folders. `.` stands for the files that lie beside them.
 */
export const inner: Readonly<Record<string, readonly string[]>> = {
  'src/cli': ['.', 'flags', 'process'],
  'src/core/calibration': ['.', 'scratch', 'probes'],
  'src/core/commands': [
    'audit',
    'completion',
    'config',
    'demo',
    'doctor',
    'remotes',
    'rollback',
    'cutover',
    'sandbox',
    'embedded-hosts',
    'settings',
    'wizard',
    'plan',
    'result',
    'paths',
    'discover',
    'license',
    'secrets',
    'secrets-vault',
    'status',
    'sync',
    'verify',
    'migrate',
    'worker',
    '.',
  ],
  'src/core/commands/demo': ['.', 'processes'],
  'src/core/cutover': ['.', 'check', 'rollback', 'lock', 'steps', 'run'],
  'src/core/discovery': ['deep-scan', 'secrets', 'settings', '.'],
  'src/core/doctor': ['.', 'checks', 'findings'],
  'src/core/git': [
    'stream',
    'push',
    'lfs',
    'mirror',
    'objects',
    'diff',
    'history',
    'process',
    'errors',
    'protocol',
    'formats',
  ],
  'src/core/hosts': ['bitbucket-cloud', 'bitbucket-data-center', 'github', 'shared'],
  'src/core/hosts/bitbucket-cloud': [
    '.',
    'lock',
    'pipelines',
    'pull-requests',
    'settings',
    'repositories',
    'names',
    'http',
    'shapes',
  ],
  'src/core/hosts/bitbucket-data-center': [
    '.',
    'lock',
    'pull-requests',
    'settings',
    'repositories',
    'names',
    'http',
    'shapes',
  ],
  'src/core/hosts/github': [
    '.',
    'closure',
    'conversations',
    'pull-requests',
    'accounts',
    'secrets',
    'repositories',
    'names',
    'settings',
    'rest',
  ],
  'src/core/hosts/shared': ['.', 'credentials', 'shapes'],
  'src/core/kernel': ['async', 'documents', 'files', '.', 'format'],
  'src/core/license': ['.', 'issue', 'key'],
  'src/core/migration/pull-requests': [
    '.',
    'merge',
    'names',
    'open',
    'branches',
    'prepare',
    'render',
    'read',
    'repair',
    'texts',
    'write',
    'target',
    'context',
    'records',
    'model',
  ],
  'src/core/migration/pull-requests/render': ['.', 'parts', 'input'],
  'src/core/migration/settings': ['.', 'kinds', 'organization', 'request', 'context'],
  'src/core/migration/shared': ['together', '.', 'others'],
  'src/core/migration/steps': ['.', 'replaced'],
  'src/core/migration/sync': [
    'every',
    '.',
    'shared',
    'repository',
    'data',
    'pull-requests',
    'refs',
    'reread',
    'settings',
    'context',
    'look',
  ],
  'src/core/network': ['.', 'http', 'rate-limit', 'tls-proxy', 'response'],
  'src/core/ports': ['.', 'credentials', 'state', 'records'],
  'src/core/report': ['estimate', 'run', '.', 'lines'],
  'src/core/secrets': ['scaffold', 'manifest', 'state'],
  'src/core/settings': ['allows', 'changes', 'compare', 'plan', 'mapping', '.', 'refs', 'request'],
  'src/core/state': ['postgresql', 'shapes', 'sqlite', 'both', '.'],
  'src/core/state/postgresql': ['.', 'dispatch', 'runs', 'lease', 'connection'],
  'src/core/text': ['.', 'convert', 'scan', 'links', 'markdown', 'context'],
  'src/core/vault': ['pipelines', '.', 'fill', 'entries', 'http'],
  'src/core/verification': ['.', 'compare', 'findings'],
  'src/core/wizard': ['session', '.'],
  'src/screens': ['dashboard', 'result', 'wizard'],
  'src/screens/wizard': ['.', 'drawing', 'steps', 'engine'],
  'src/ui': ['components', 'input', 'terminal', 'hooks', 'keys', 'text', 'theme', '.'],
};

/** Folders that never import from each other, whatever line they are on. */
export const strangers: readonly (readonly string[])[] = [
  [
    'src/core/hosts/bitbucket-cloud',
    'src/core/hosts/bitbucket-data-center',
    'src/core/hosts/github',
  ],
];

/** Folders that only the named one may import from, where an entry is named only that file. */
export const closed: readonly {
  readonly folder: string;
  readonly to: string;
  readonly entry?: string;
}[] = [
  { folder: 'src/core/hosts', to: 'src/core/app' },
  { folder: 'sandbox', to: 'src/cli/registry.ts', entry: 'sandbox/index.ts' },
  { folder: 'license-service', to: 'sandbox', entry: 'license-service/index.ts' },
];

/** Imports that break a rule all the same; ten at most. */
export const exceptions: readonly {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}[] = [];
