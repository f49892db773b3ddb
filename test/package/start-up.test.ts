import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, type Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleOptions } from '../../scripts/bundle/bundle-options.ts';
import { programOptions } from '../../scripts/bundle/program-options.ts';
import { runProgram } from '../helpers/program/run-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let outputs: ReadonlyMap<string, Metafile['outputs'][string]>;
let folder: string;
beforeAll(async () => {
  // The names of the files hold hashes of what is in them: they are those of the built program.
  const { metafile } = await build({ ...programOptions(root), write: false });
  outputs = new Map(Object.entries(metafile.outputs).map(([path, one]) => [basename(path), one]));
  folder = mkdtempSync(join(tmpdir(), 'migrator-test-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Returns what the built program loads of its own: node writes a line for each file that it ran. */
async function loadedBy(args: readonly string[]) {
  const coverage = mkdtempSync(join(folder, 'coverage-'));
  const environment = { NODE_V8_COVERAGE: coverage };
  const { code, stderr } = await runProgram(args, { cwd: folder, environment });
  expect([code, stderr]).toEqual([0, '']);
  const urls = readdirSync(coverage).flatMap((name) => {
    const text = readFileSync(join(coverage, name), 'utf8');
    return (JSON.parse(text) as { result: { url: string }[] }).result.map(({ url }) => url);
  });
  const files = urls.filter((url) => url.includes('/dist/')).map((url) => basename(url));
  const parts = files.map((file) => {
    const part = outputs.get(file);
    if (part === undefined) throw new Error(`${file} is not of this source: build it first`);
    return part;
  });
  const inputs = parts.flatMap((part) => Object.keys(part.inputs));
  const packages = inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  const builtIn = parts.flatMap(({ imports }) =>
    imports.filter(({ external }) => external === true).map(({ path }) => path),
  );
  return {
    files: files.length,
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    packages: [...new Set(packages.filter((name) => name !== undefined))].sort(),
    builtIn: new Set(builtIn.map((path) => path.replace('node:', ''))),
  };
}

/** Each takes node a millisecond or more to load. */
const slowBuiltIns = [
  'child_process',
  'crypto',
  'fs/promises',
  'http',
  'https',
  'net',
  'tls',
  'v8',
];

describe('the built program loads', () => {
  it.each(['--version', '--help', 'help migrate', 'status --help'])(
    'three files at most and no package for %s',
    async (line) => {
      const { files, bytes, packages, builtIn } = await loadedBy(line.split(' '));
      expect(files).toBeLessThanOrEqual(3);
      expect(bytes).toBeLessThan(60_000);
      expect(packages).toEqual([]);
      expect(slowBuiltIns.filter((name) => builtIn.has(name))).toEqual([]);
    },
  );

  it.each(['status --list', 'status --list --json', 'status --list --plain --no-color'])(
    'no parser, schema, YAML, HTTP or cryptography for %s',
    async (line) => {
      const { files, bytes, packages, builtIn } = await loadedBy(line.split(' '));
      expect(files).toBeLessThanOrEqual(17);
      expect(bytes).toBeLessThan(127_000);
      expect(packages).toEqual(['env-paths', 'fastest-levenshtein', 'is-safe-filename']);
      expect(slowBuiltIns.filter((name) => builtIn.has(name))).toEqual([]);
    },
  );
});

describe('the bundled layout engine', () => {
  it("is ready without Node's HTTP client", async () => {
    const outdir = join(folder, 'layout');
    const stdin = { contents: "export { default } from 'yoga-layout';", resolveDir: root };
    await build({ ...bundleOptions, absWorkingDir: root, stdin, outdir });
    const engine = pathToFileURL(join(outdir, 'stdin.js')).href;
    const script = `const { default: Yoga } = await import(${JSON.stringify(engine)});
const node = Yoga.Node.create();
node.setWidth(7);
node.calculateLayout();
const client = process.moduleLoadList.filter((name) => name.includes('undici/'));
console.log(JSON.stringify([node.getComputedWidth(), client]));`;
    const asModule = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, asModule);
    expect(JSON.parse(stdout)).toEqual([7, []]);
  });
});
