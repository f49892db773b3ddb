import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleOptions } from '../../../scripts/bundle/bundle-options.ts';
import { type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';
import { shortLimits } from './support/short-pace.ts';
import { type Arrival, busiest, create } from './support/simulated-writing.ts';

const source = fileURLToPath(new URL('support/pace-process.ts', import.meta.url));

/** Bundled: each process would read two hundred files otherwise. */
let bundle: string;
let folder: string;
let children: { child: ChildProcess; errors: () => string }[];

beforeAll(async () => {
  bundle = mkdtempSync(join(tmpdir(), 'migrator-pace-process-'));
  await build({
    ...bundleOptions,
    entryPoints: [source],
    outdir: bundle,
    outExtension: { '.js': '.mjs' },
  });
});
afterAll(() => rmSync(bundle, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-shared-pace-'));
  children = [];
});
afterEach(async () => {
  for (const { child } of children) await kill(child);
  rmSync(folder, { recursive: true, maxRetries: 3 });
});

function start(server: ScriptedServer): ChildProcess {
  const child = spawn(process.execPath, [join(bundle, 'pace-process.mjs'), server.origin, folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  children.push({ child, errors: () => errors });
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** A host that counts, and reports when so many requests more have come. */
async function startCountingServer() {
  const arrivals: Arrival[] = [];
  const waiting = new Set<() => void>();
  let open = 0;
  let mostOpen = 0;
  const server = await startScriptedServer(async () => {
    arrivals.push({ at: performance.now(), request: create });
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    for (const look of waiting) look();
    await new Promise((resolve) => setTimeout(resolve, arrivals.length % 40));
    open -= 1;
    return { status: 201, body: {} };
  });
  return {
    server,
    arrivals,
    mostOpen: () => mostOpen,
    more(count: number): Promise<void> {
      const enough = arrivals.length + count;
      return new Promise((resolve) => {
        function look(): void {
          if (arrivals.length < enough) return;
          waiting.delete(look);
          resolve();
        }
        waiting.add(look);
      });
    },
  };
}

describe('processes that share a state folder', () => {
  it('keep to the pace of one host together, also when one of them is killed and others come', async () => {
    const { server, arrivals, more, mostOpen } = await startCountingServer();
    await using _server = server;
    const [first] = [start(server), start(server), start(server), start(server)];
    await more(100);
    if (first !== undefined) await kill(first);
    await more(60);
    for (const { child } of children) await kill(child);
    start(server);
    await more(60);
    for (const window of shortLimits.windows) {
      expect(busiest(arrivals, window)).toBeLessThanOrEqual(window.limit);
    }
    expect(mostOpen()).toBeLessThanOrEqual(shortLimits.maxConcurrent);
    expect(children.map(({ errors }) => errors())).toEqual(['', '', '', '', '']);
  });
});
