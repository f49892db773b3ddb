import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);
const postject = createRequire(import.meta.url).resolve('postject/dist/cli.js');

/** Where Node looks for what was added to it (Node's documentation of single executables). */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Makes one executable of the bundle and of the Node that runs this: it needs nothing else on the machine. The same bundle and
 * the same Node give the same bytes.
 * @param options.root the folder of package.json, with a finished dist/
 * @param options.output path of the executable
 */
export async function buildBinary({
  root,
  output,
}: {
  readonly root: string;
  readonly output: string;
}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'migrator-binary-'));
  try {
    await build({
      entryPoints: [join(root, 'scripts/binary/main.cjs')],
      outfile: join(folder, 'main.cjs'),
      ...{ bundle: true, platform: 'node', format: 'cjs', target: 'node24', minify: true },
    });
    const dist = join(root, 'dist');
    const chunks = (await readdir(dist)).filter((name) => name.endsWith('.js')).sort();
    const config = {
      main: 'main.cjs',
      output: 'program.blob',
      disableExperimentalSEAWarning: true,
      assets: Object.fromEntries(chunks.map((name) => [name, join(dist, name)])),
    };
    await writeFile(join(folder, 'sea.json'), JSON.stringify(config));
    await run(process.execPath, ['--experimental-sea-config', 'sea.json'], { cwd: folder });
    await mkdir(dirname(output), { recursive: true });
    await rm(output, { force: true });
    await copyFile(process.execPath, output);
    const blob = join(folder, 'program.blob');
    await run(process.execPath, [
      ...[postject, output, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse],
      ...(process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : []),
    ]);
    // macOS starts nothing on arm64 that is not signed; a release is signed again with a certificate.
    if (process.platform === 'darwin') await run('codesign', ['--force', '--sign', '-', output]);
    await chmod(output, 0o755);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
