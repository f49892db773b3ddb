import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { programOptions } from '../../scripts/bundle/program-options.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

describe('the chunks of the bundle', () => {
  let outputs: Metafile['outputs'];

  beforeAll(async () => {
    const { metafile } = await build({ ...programOptions(project), write: false });
    outputs = metafile.outputs;
  });

  /** Sources that are loaded with a module: of its chunk, and of all that this imports at once. */
  function loadedWith(entry: string): readonly string[] {
    const found = Object.entries(outputs).find(([, { inputs }]) => entry in inputs);
    const paths = new Set([found?.[0] ?? '']);
    for (const path of paths) {
      for (const { kind, path: next } of outputs[path]?.imports ?? [])
        if (kind === 'import-statement') paths.add(next);
    }
    return [...paths].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}));
  }

  it.each([
    ['--version and --help', 'src/cli.ts'],
    ['a command line', 'src/cli/main.ts'],
    ['status', 'src/core/commands/status/handler.ts'],
    ['migrate', 'src/core/commands/migrate/handler.ts'],
  ])('load nothing of the sandbox for %s', (_what, entry) => {
    const loaded = loadedWith(entry);
    expect(loaded).toContain(entry);
    expect(loaded.filter((one) => /^(sandbox|license-service)\//.test(one))).toEqual([]);
  });

  const ofMetrics = /node_modules\/(@opentelemetry|prom-client|tdigest|bintrees)\//;

  it('load nothing of the libraries of metrics but with the modules that serve and send them', () => {
    const owners = ['serve-metrics', 'push-metrics'].map((name) => `src/core/metrics/${name}.ts`);
    for (const owner of owners)
      expect(loadedWith(owner).some((one) => ofMetrics.test(one))).toBe(true);
    const sources = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
    const others = sources.filter((one) => one.startsWith('src/') && !owners.includes(one));
    const chunks = new Set(
      Object.entries(outputs).flatMap(([path, { inputs }]) =>
        others.some((one) => one in inputs) ? [path] : [],
      ),
    );
    const reached = new Set(chunks);
    for (const path of reached) {
      for (const { kind, path: next } of outputs[path]?.imports ?? [])
        if (kind === 'import-statement') reached.add(next);
    }
    const loaded = [...reached].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}));
    expect(loaded.filter((one) => ofMetrics.test(one))).toEqual([]);
  });

  it('load the sandbox with its entry', () => {
    expect(loadedWith('sandbox/index.ts')).toContain('sandbox/sandbox.ts');
  });

  it.each([
    'sandbox/github/pages/serve-pages.ts',
    'sandbox/bitbucket/pages/serve-pages.ts',
    'sandbox/beside/serve-beside.ts',
  ])('load %s with the first page that is asked for', (entry) => {
    expect(loadedWith('sandbox/index.ts')).not.toContain('sandbox/pages/document.ts');
    expect(loadedWith(entry)).toContain('sandbox/pages/document.ts');
  });
});
