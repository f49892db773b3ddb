import { from, type Node } from '../emit/node.ts';
import type { Conversion } from '../jobs/conversion.ts';
import { literal, withExpressions } from '../jobs/expressions.ts';
import type { Pipe } from '../model/step.ts';
import { knownPipes } from '../tables/pipes.ts';
import { carrierOf, isShellValue } from './pipe-values.ts';
import { cloneFolder } from './prepare-container.ts';

/** Where the checkout is in a container that the runner starts for one step. */
const workspace = '/github/workspace';

/** A pipe as the container that Bitbucket runs for it; nothing where it works only on Bitbucket. */
export function pipeSteps(pipe: Pipe, conversion: Conversion): readonly Node[] {
  const { findings } = conversion;
  const [name = '', version = 'latest'] = splitReference(pipe.reference);
  const known = knownPipes[name];
  if (known?.instead !== undefined) {
    findings.lost(pipe.place, `The pipe ${name} works only with Bitbucket`, known.instead);
    for (const { place } of pipe.variables) findings.lost(place, `The pipe ${name} is gone`);
    return [];
  }
  const image = imageOf(pipe.reference, name, version);
  if (!/^\w[\w./@-]*(?::[\w./@:-]+)?$/.test(image)) {
    const advice = 'Specify its image and version.';
    findings.lost(pipe.place, `${pipe.reference} is not a valid pipe image`, advice);
    for (const { place } of pipe.variables) findings.lost(place, 'The pipe is gone');
    return [];
  }
  if (!pipe.reference.startsWith('docker://') && known === undefined && !isAtlassian(name)) {
    findings.changed(
      pipe.place,
      `The image of the pipe ${name} is a guess: ${image}`,
      'Compare it with image: in the pipe.yml of its repository.',
    );
  }
  if (known?.ssh !== undefined) {
    findings.changed(
      pipe.place,
      `The pipe ${name} needs Bitbucket's SSH key and known hosts; GitHub has none`,
      `Run ${known.ssh} in the script instead, with a key from a secret and known_hosts in ~/.ssh.`,
    );
  }
  return [
    from(
      {
        name: from(literal(pipe.name?.value ?? pipe.reference), pipe.name?.place),
        uses: `docker://${literal(image)}`,
        env: pipeEnvironment(pipe),
      },
      pipe.place,
    ),
  ];
}

function splitReference(reference: string): readonly string[] {
  const at = reference.lastIndexOf(':');
  if (reference.startsWith('docker://') || at === -1) return [reference];
  return [reference.slice(0, at), reference.slice(at + 1)];
}

function isAtlassian(name: string): boolean {
  return name.startsWith('atlassian/');
}

function imageOf(reference: string, name: string, version: string): string {
  if (reference.startsWith('docker://')) return reference.slice('docker://'.length);
  const image = isAtlassian(name) ? name.replace('atlassian/', 'bitbucketpipelines/') : name;
  return `${knownPipes[name]?.image ?? image}:${version}`;
}

/** A list becomes numbered variables and their count, as pipes expect it. */
function pipeEnvironment({ variables }: Pipe): Node {
  const entries = variables.flatMap(({ name, value, place }): (readonly [string, Node])[] => {
    if (typeof value === 'string') {
      const text = isShellValue(value) ? `\${{ env.${carrierOf(name)} }}` : valueText(value);
      return [[name, from(text, place)]];
    }
    return [
      [`${name}_COUNT`, from(String(value.length), place)],
      ...value.map((one, index) => [`${name}_${index}`, valueText(one)] as const),
    ];
  });
  return { ...Object.fromEntries(entries), BITBUCKET_CLONE_DIR: workspace };
}

function valueText(value: string): string {
  const inside = value
    .replace(/\$(?:\{BITBUCKET_CLONE_DIR\}|BITBUCKET_CLONE_DIR\b)/g, workspace)
    .replaceAll(cloneFolder, workspace);
  return withExpressions(inside, (name) => `env.${name}`);
}
