import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runMetrics } from '../../../src/core/metrics/run-metrics.ts';
import type { TimedEvent } from '../../../src/core/ports/records/events.ts';
import {
  initialRunState,
  type RunState,
  reduceRun,
} from '../../../src/core/report/run/run-state.ts';
import { startProgram } from '../../helpers/program/run-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-metrics-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Figures that events alone decide. */
const compared = /^migrator_(?:repositories|run_processes|run_warnings|repository_state)\{/;

/** Lines of a scrape, in an order of their own. */
function figuresIn(text: string): string {
  return text
    .split('\n')
    .filter((line) => compared.test(line))
    .sort()
    .join('\n');
}

/** The same lines from a state, as the dashboard has it. */
function figuresOf(run: RunState): string {
  const nothing = { budgets: [], requests: new Map(), retries: new Map(), now: 0 };
  const lines = runMetrics({ run, ...nothing }).flatMap(({ name, values }) =>
    values.map(({ labels, value }) => {
      const pairs = Object.entries(labels).map(([key, text]) => `${key}="${text}"`);
      return `${name}{${pairs.join(',')}} ${value}`;
    }),
  );
  return figuresIn(lines.join('\n'));
}

/** Every state that the run was in, from the events that it wrote. */
function figuresOfEvents(stdout: string): ReadonlySet<string> {
  const states = new Set<string>();
  let run = initialRunState;
  for (const line of stdout.split('\n').filter((one) => one.startsWith('{'))) {
    const event = JSON.parse(line);
    if (event.at === undefined) continue;
    run = reduceRun(run, { ...event, at: Date.parse(event.at) } as TimedEvent);
    states.add(figuresOf(run));
  }
  return states;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Scrapes as fast as it can until the program has ended. */
async function scrapes(args: readonly string[]) {
  const port = await freePort();
  const address = ['--metrics-address', `127.0.0.1:${port}`];
  const running = startProgram([...args, '--json', ...address], { cwd: folder });
  let hasEnded = false;
  const ended = running.ended.finally(() => {
    hasEnded = true;
  });
  const texts = new Set<string>();
  while (!hasEnded) {
    const text = await fetch(`http://127.0.0.1:${port}/metrics`)
      .then((response) => response.text())
      .catch(() => null);
    if (text !== null) texts.add(text);
    await nextTurn();
  }
  return { ...(await ended), texts: [...texts] };
}

describe('metrics scraped during a run', () => {
  it.each([
    ['a demo', ['demo']],
    ['a demo of three processes', ['demo', '--processes', '3', '--target', 'enterprise-server']],
  ])('agree with the state that the dashboard shows: %s', async (_what, args) => {
    const { code, stdout, stderr, texts } = await scrapes(args);
    expect(code, stderr).toBe(0);
    const states = figuresOfEvents(stdout);
    const seen = new Set(texts.map(figuresIn).filter((figures) => figures !== ''));
    expect(seen.size).toBeGreaterThan(10);
    expect([...seen].filter((figures) => !states.has(figures))).toEqual([]);
    expect(texts.some((text) => /^migrator_requests_total\{host="[^"]+"\} [1-9]/m.test(text))).toBe(
      true,
    );
    expect(texts.some((text) => /^migrator_run_git_bytes\{[^}]+\} [1-9]/m.test(text))).toBe(true);
    if (args.length > 1) {
      expect([...seen].some((one) => /^migrator_run_processes\{[^}]+\} 3$/m.test(one))).toBe(true);
    }
  });
});
