import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type EntryAddress, entryPath } from '../../../../src/core/vault/entries/entry-path.ts';
import {
  type DefinitionOptions,
  pipelineDefinition,
  pipelineName,
} from '../../../../src/core/vault/pipelines/pipeline-definition.ts';

const options: DefinitionOptions = {
  runs: [],
  variables: { address: 'MIGRATOR_VAULT_ADDR_X', token: 'MIGRATOR_VAULT_TOKEN_X' },
  mount: 'secret',
  namespace: null,
  authorities: null,
  runsOn: [],
};

interface Step {
  readonly deployment?: string;
  readonly script: readonly string[];
  readonly 'runs-on'?: readonly string[];
}

function stepsOf(text: string): readonly Step[] {
  const file = parse(text) as {
    pipelines: Record<string, Record<string, readonly { readonly step: Step }[]>>;
  };
  // Anything else would start with the push.
  expect(Object.keys(file)).toEqual(['image', 'pipelines']);
  expect(Object.keys(file.pipelines)).toEqual(['custom']);
  return Object.values(file.pipelines.custom ?? {}).map(([first]) => first?.step as Step);
}

function value(address: EntryAddress) {
  return { address, path: entryPath('p', address), version: 1 };
}

describe('pipelineDefinition', () => {
  it('has one custom pipeline for the repository and one for each environment', () => {
    const own = value({ level: 'repository', repository: 'web', name: 'A' });
    const live = { repository: 'web', environment: 'EU/West', name: 'B' };
    const runs = [
      { environment: null, values: [own] },
      { environment: 'EU/West', values: [value({ level: 'deployment', ...live })] },
    ];
    const text = pipelineDefinition({ ...options, runs, runsOn: ['self.hosted', 'linux'] });
    const steps = stepsOf(text);
    expect(text).toContain(`${pipelineName(1)}:`);
    expect(steps.map(({ deployment }) => deployment)).toEqual([undefined, 'EU/West']);
    expect(steps[0]?.['runs-on']).toEqual(['self.hosted', 'linux']);
    for (const { script } of steps) expect(script[0]).toBe('set +x');
    expect(steps[1]?.script[1]).toContain(
      "mgr_write 'B' 'secret/data/p/environments/web/EU%252FWest/B' 1",
    );
  });

  it('is a script that a shell takes, whatever environments and namespaces are called', () => {
    const hostile = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    const authorities = '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----';
    fc.assert(
      fc.property(hostile, (environment) => {
        const address = { level: 'deployment', repository: 'web', environment, name: 'A' } as const;
        const runs = [{ environment, values: [value(address)] }];
        const [step] = stepsOf(
          pipelineDefinition({ ...options, runs, namespace: "team/o'neil", authorities }),
        );
        expect(step?.deployment).toBe(environment);
        const script = step?.script.join('\n') ?? '';
        expect(script).toContain('--cacert');
        execFileSync('sh', ['-n'], { input: script });
      }),
      { numRuns: 30 },
    );
  });
});
