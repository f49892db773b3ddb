/** Takes the pictures of README.md and docs/ from the built program, and writes them into assets/. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkInChromium, findChromium } from './pictures/check-in-chromium.ts';
import { withNeutralPaths } from './pictures/neutral-paths.ts';
import { screenSvg } from './pictures/svg.ts';
import { type Pictures, takePictures } from './pictures/take-pictures.ts';

const assets = fileURLToPath(new URL('../assets/', import.meta.url));
const longest = 180_000;
const mostBytes = 60_000;

const labels: Readonly<Record<keyof Pictures, string>> = {
  selection:
    'The wizard lists the repositories of a workspace, with size, pull requests, LFS, last activity and notes',
  review:
    'The review of the wizard: what would arrive and what it costs, before anything is written',
  dashboard:
    'The dashboard of a running migration: progress, limits of both hosts, repositories, log',
  result:
    'The result of a migration: counts, causes of warnings, a link for each repository, and the next steps as keys',
};

const home = await mkdtemp('/tmp/migrator-pictures-');
try {
  const pictures = await takePictures({ home, signal: AbortSignal.timeout(longest) });
  const browser = await findChromium();
  if (browser === null)
    console.error('No Chromium here: the pictures are not drawn to check them.');
  for (const [name, label] of Object.entries(labels) as [keyof Pictures, string][]) {
    const screen = withNeutralPaths(pictures[name]);
    const svg = screenSvg({ screen, title: 'migrator', label });
    refuse(name, svg);
    if (browser !== null) await checkInChromium({ browser, svg, screen, folder: home });
    await writeFile(join(assets, `${name}.svg`), svg);
    console.error(`assets/${name}.svg  ${svg.length} bytes`);
  }
} finally {
  await rm(home, { recursive: true, force: true });
}

/** A picture is published: what names this machine must not get into it. */
function refuse(name: string, svg: string): void {
  const own = [hostname(), homedir(), home, process.cwd()].filter((text) => text.length > 2);
  for (const text of own) {
    if (svg.includes(text)) throw new Error(`${name}.svg would show ${text}`);
  }
  if (Buffer.byteLength(svg) > mostBytes)
    throw new Error(`${name}.svg is larger than ${mostBytes}`);
}
