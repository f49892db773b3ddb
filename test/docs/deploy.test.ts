import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { commandAt } from '../../src/cli/flags/find-command.ts';
import { parseFlags } from '../../src/cli/flags/parse-flags.ts';
import { commands } from '../../src/cli/registry.ts';
import {
  effectiveSettings,
  secretPresence,
} from '../../src/core/commands/config/effective-settings.ts';
import { configKeys } from '../../src/core/config/config-keys.ts';
import { configSchema } from '../../src/core/config/config-schema.ts';

const folder = join(import.meta.dirname, '../../docs/deploy');
const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8');
const compose = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8'));
const composed = compose.services.worker;
const documents = parseAllDocuments(readFileSync(join(folder, 'kubernetes.yaml'), 'utf8'));
const [secret, budget, deployment] = documents.map((one) => one.toJS());
const pod = deployment.spec.template.spec;
const [container] = pod.containers;

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { secretKeyRef: { name: string; key: string } };
}
const variables: readonly Variable[] = container.env;
const manifested = Object.fromEntries(variables.map(({ name, value = '' }) => [name, value]));
const imaged = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

/** Tells whether the program reads a variable of this name, by what `config show` knows. */
function isKnown(name: string): boolean {
  const shown = effectiveSettings({ [name]: 'x' }, configSchema.parse({}), 'migrator.yaml');
  return (
    shown.some((one) => one.name === name) ||
    secretPresence({}).some((one) => one.name === name) ||
    configKeys().some(({ variable }) => variable === name)
  );
}

function read(args: readonly string[]): unknown {
  const found = commandAt(commands, args);
  if (found === undefined) throw new Error(`no command: ${args.join(' ')}`);
  parseFlags(found.command, found.rest);
  return found.command.name;
}

describe('the files for workers in containers', () => {
  it.each([
    ['Dockerfile', imaged],
    ['compose.yaml', composed.environment],
    ['kubernetes.yaml', manifested],
  ])('%s names variables that the program reads', (_file, environment) => {
    const names = Object.keys(environment);
    expect(names).toContain('MIGRATOR_STATE_DIR');
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
    expect(isKnown('MIGRATOR_NONSENSE')).toBe(false);
  });

  it('name commands and options that exist', () => {
    const [, entry = '[]'] = /^ENTRYPOINT (.*)$/m.exec(dockerfile) ?? [];
    const [, command = '[]'] = /^CMD (.*)$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(entry).at(-1)).toBe('migrator');
    for (const args of [JSON.parse(command), composed.command, container.args])
      expect(read(args)).toBe('worker');
    const probes = [composed.healthcheck.test.slice(1), container.livenessProbe.exec.command];
    for (const [program, ...args] of probes) {
      expect(program).toBe('migrator');
      expect([read(args), args]).toEqual(['worker', ['worker', '--health']]);
    }
  });

  it('take each secret from a place that exists, and define none in vain', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const named = variables.flatMap(({ name, valueFrom }) =>
      valueFrom === undefined ? [] : { name, ...valueFrom },
    );
    const fromSecret = named.map(({ secretKeyRef }) => secretKeyRef);
    expect(named.map(({ name }) => name)).toEqual(fromSecret.map(({ key }) => key));
    const files = pod.volumes.find((one: { name: string }) => one.name === 'secret').secret;
    expect([...fromSecret.map(({ name }) => name), files.secretName]).toEqual(
      Array(fromSecret.length + 1).fill(secret.metadata.name),
    );
    const items: readonly { key: string }[] = files.items;
    const used = [...fromSecret, ...items].map(({ key }) => key);
    expect(used.toSorted()).toEqual(Object.keys(secret.stringData).sort());
    const sources = composed.secrets.map(({ source }: { source: string }) => source);
    expect(sources.toSorted()).toEqual(Object.keys(compose.secrets).sort());
  });

  it('put key and license where the program looks for them, and mirrors on a volume of each worker', () => {
    const targets = composed.secrets.map(({ target }: { target: string }) => target);
    const state = imaged.MIGRATOR_STATE_DIR;
    expect(targets).toEqual([
      composed.environment.MIGRATOR_MARKER_KEY_FILE,
      `${composed.environment.MIGRATOR_STATE_DIR}/license.key`,
    ]);
    expect(composed.volumes).toEqual([state]);
    const mounts: readonly { name: string; mountPath: string; subPath?: string }[] =
      container.volumeMounts;
    const at = (path: string | undefined) => mounts.find(({ mountPath }) => mountPath === path);
    expect(at(state)?.name).toBe('state');
    expect(variables.map(({ name }) => name)).toContain('MIGRATOR_LICENSE');
    const keyFolder = manifested.MIGRATOR_MARKER_KEY_FILE?.replace(/\/marker\.key$/, '');
    expect(at(keyFolder)?.name).toBe('secret');
    expect(composed.environment.MIGRATOR_STATE_DIR).toBe(state);
    // Everybody can write to the volume itself.
    expect(manifested.MIGRATOR_STATE_DIR).toBe(`${state}/state`);
    const volumes = pod.volumes.map(({ name }: { name: string }) => name);
    expect([...new Set(mounts.map(({ name }) => name))].toSorted()).toEqual(volumes.toSorted());
  });

  it('select the same pods, run as the same unprivileged user and leave the same time to leave', () => {
    const { labels } = deployment.spec.template.metadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(budget.spec.selector.matchLabels).toEqual(labels);
    const [, user] = /^USER (\d+):\d+$/m.exec(dockerfile) ?? [];
    expect(Number(user)).toBeGreaterThan(0);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: Number(user) });
    expect(composed.stop_grace_period).toBe(`${pod.terminationGracePeriodSeconds}s`);
  });

  it('build on the Node.js that this project runs on', () => {
    const { devDependencies } = JSON.parse(
      readFileSync(join(folder, '../../package.json'), 'utf8'),
    );
    const [, major] = /^FROM node:(\d+)-/m.exec(dockerfile) ?? [];
    expect(devDependencies.node.split('.')[0]).toBe(major);
    for (const tool of ['git', 'git-lfs']) expect(dockerfile).toContain(` ${tool} `);
    expect(dockerfile).toContain('nobody has built it here');
  });
});
