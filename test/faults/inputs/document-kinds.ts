import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workplace } from '../../helpers/program/workplace.ts';

export interface DocumentKind {
  readonly name: string;
  readonly share: number;
  /** A valid one: data for those that are JSON, or can be written so, else a text. */
  readonly valid: object | string;
  readonly snippets: readonly string[];
  readonly argv: (path: string) => readonly string[];
  readonly codes: readonly number[];
}

const noSuch = 'no-such-repository';

/** One kind of each file, and what may be put before or after it. */
export function documentKinds({ sandbox, folder }: Workplace): readonly DocumentKind[] {
  const source = { kind: 'bitbucket-cloud', workspace: sandbox.workspace };
  const plan = {
    version: 1,
    source,
    target: { organization: sandbox.organization },
    options: {
      include_lfs: false,
      pull_requests: { migrate: true, comments: 'threaded' },
    },
    repositories: [
      { source: noSuch, target: noSuch, visibility: 'private' },
      { source: `${noSuch}-2`, target: 'other', visibility: 'public' },
    ],
  };
  const planFile = join(folder, 'valid-plan.json');
  writeFileSync(planFile, JSON.stringify(plan));
  const configFile = join(folder, 'valid-config.yaml');
  writeFileSync(configFile, 'network:\n  read_timeout: 5\n');
  const config = ['--config', configFile];
  return [
    {
      name: 'plan',
      share: 18,
      valid: plan,
      snippets: jsonSnippets,
      argv: (path) => ['migrate', '--plan', path, ...config],
      codes: [3, 4],
    },
    {
      name: 'inventory',
      share: 18,
      valid: inventory(source),
      snippets: jsonSnippets,
      argv: (path) => ['plan', '--inventory', path, '--target-org', 'acme'],
      codes: [0, 3],
    },
    {
      name: 'configuration',
      share: 18,
      valid: configuration,
      snippets: yamlSnippets,
      argv: (path) => ['migrate', '--plan', planFile, '--config', path],
      codes: [3],
    },
    {
      name: 'manifest',
      share: 14,
      valid: manifest,
      snippets: yamlSnippets,
      argv: (path) => ['secrets', 'status', '--manifest', path, '--target-org', 'acme', ...config],
      codes: [0, 3, 6],
    },
    {
      name: 'user map',
      share: 14,
      valid: userMap,
      snippets: csvSnippets,
      argv: (path) => ['migrate', '--plan', planFile, '--user-map', path, ...config],
      codes: [3],
    },
  ];
}

const jsonSnippets = [
  '{}',
  ',',
  '\u0000',
  '// a comment\n',
  '/* open',
  '\ufeff',
  '\n\n\n',
  '{"version":1}',
];

function inventory(source: object): object {
  const repository = (slug: string) => ({
    name: `The ${slug}`,
    slug,
    project: 'WEB',
    description: 'what it is',
    visibility: 'private',
    default_branch: 'main',
    size_bytes: 12_345,
    language: 'typescript',
    created_at: '2019-03-01T10:00:00Z',
    updated_at: '2026-11-01T12:30:00Z',
    fork_of: null,
    secrets: { repository: ['TOKEN'], workspace: [], deployments: { production: ['KEY'] } },
  });
  const repositories = ['web', 'api', 'tools'].map(repository);
  return { version: 1, source, discovered_at: '2026-11-20T12:00:00Z', repositories };
}

/** Written as JSON, which is YAML as well. */
const configuration = {
  migration: { include_lfs: false, timeout_seconds: 3600, shallow_clone: true, shallow_depth: 5 },
  pull_requests: { migrate: true, comments: 'compact' },
  network: { connect_timeout: 5, read_timeout: 5, outage_seconds: 0, settle_seconds: 0 },
};

const manifest = {
  organization_secrets: [{ name: 'NPM_TOKEN', visibility: 'selected', repositories: ['web'] }],
  repositories: {
    web: {
      target: 'shop',
      secrets: [{ name: '_GITHUB_X', source_name: 'GITHUB_X', source: 'repository' }],
      environments: { production: [{ name: 'KEY', skip: true }] },
    },
  },
};

const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
for (const [index, name] of [...'bcdefghi'].entries()) {
  const before = `*${String.fromCharCode(97 + index)}`;
  bomb.push(`${name}: &${name} [${Array.from({ length: 9 }, () => before).join(',')}]`);
}

const yamlSnippets = [
  `\n${bomb.join('\n')}\n`,
  '\n<<: *nowhere\n',
  '\nbase: &base {x: 1}\nnetwork:\n  <<: *base\n',
  '\n&a [*a]\n',
  '\na: &a\n  b: *a\n',
  '\nx: !!js/function "return 1"\n',
  '\nx: !!binary "%%%"\n',
  '\nx: !!set {a, b}\n',
  '\nx: !!timestamp nonsense\n',
  '\nx: !<tag:evil.example,2026:x> 1\n',
  '%YAML 9.9\n---\n',
  '%TAG ! tag:x,2026:\n---\n',
  '\n---\na: 1\n',
  '\n...\n...\n',
  '\n? [complex, key]\n: value\n',
  '\n? {a: 1}\n: value\n',
  '\n\tx: 1\n',
  '\n__proto__: {polluted: true}\n',
  '\nmigration:\n  __proto__: null\n',
  '\nnull: 1\n~: 2\n',
  '\ntrue: 1\n1: 2\n1.0: 3\n',
  '\nx: |2\n   a\n',
  '\nx: >-\n',
  '\nnetwork: {read_timeout: .inf}\n',
  '\nnetwork: {read_timeout: .nan}\n',
  '\nnetwork: {read_timeout: 0x10}\n',
  '\nnetwork: {read_timeout: 1e999}\n',
  '\nmigration: &m !!map\n',
  `\n${'  '.repeat(300)}x: 1\n`,
  `\n${'- '.repeat(500)}x\n`,
  `\n${'? '.repeat(60)}x\n`,
  `\nx: ${'!a '.repeat(500)}\n`,
  `\nx: ${'&a'.repeat(2000)} 1\n`,
  '\nx: "\\u12"\n',
  "\nx: 'open\n",
  '\n"a": 1\n"a": 2\n',
  '# only a comment\n',
];

const userMap = [
  'source_username,target_username,account_id,uuid',
  'jane,jane-doe,557058:1,{0a}',
  'bob,bob-acme,557058:2,{0b}',
  '"Smith, Carol",carol,,',
  'dave,,557058:4,',
  '',
].join('\n');

const csvSnippets = [
  '"',
  'jane,other\n',
  '"a""b,c\n',
  'a,b,c,d,e,f,g\n',
  'a\n',
  ',,,\n',
  '=cmd|"/c calc"!A1,x\n',
  '\u0000,\u0000\n',
  '__proto__,constructor\n',
  'constructor,toString\n',
  'x,__proto__\n',
  'a;b\n',
  '"multi\nline",ok\n',
  'x,\u001b[2Jname\n',
  `${'z'.repeat(100_000)},a\n`,
  `${','.repeat(50_000)}\n`,
  'source_username,target_username\n',
  '\ud800,a\n',
  'sep=;\n',
];
