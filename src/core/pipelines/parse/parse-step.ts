import type { ChildPipeline, Step } from '../model/step.ts';
import {
  child,
  entriesOf,
  itemsOf,
  type Placed,
  placedText,
  type Tree,
  textOf,
} from '../tree/tree.ts';
import {
  type ParseContext,
  placedNumber,
  placedTexts,
  placeIfTrue,
  reportOthers,
} from './context.ts';
import { parseArtifacts } from './parse-artifacts.ts';
import { parseChangesets } from './parse-changesets.ts';
import { parseImage } from './parse-image.ts';
import { parseScript } from './parse-script.ts';
import { parseClone, parseRuntime, type StepDefaults } from './step-defaults.ts';

const keys = new Set([
  ...['name', 'script', 'after-script', 'image', 'services', 'caches', 'artifacts', 'condition'],
  ...['deployment', 'environment', 'concurrency-group', 'trigger', 'max-time', 'size', 'runs-on'],
  ...['runtime', 'oidc', 'clone', 'fail-fast', 'type', 'custom', 'input-variables'],
  ...['output-variables', 'variables'],
]);

/** One step with the file's defaults applied. */
export function parseStep(tree: Tree, defaults: StepDefaults, context: ParseContext): Step {
  reportOthers(tree, keys, context);
  reportUnsupported(tree, context);
  const { place } = tree;
  const own = parseClone(child(tree, 'clone'), context);
  const trigger = child(tree, 'trigger');
  const services = placedItems(child(tree, 'services'));
  const hasDocker = services.some(({ value }) => value === 'docker');
  return {
    place,
    name: placedText(child(tree, 'name')),
    script: parseScript(child(tree, 'script'), place, context),
    afterScript: parseScript(child(tree, 'after-script'), place, context),
    image: parseImage(child(tree, 'image'), context) ?? defaults.image,
    services: defaults.docker === null || hasDocker ? services : [...services, defaults.docker],
    caches: placedItems(child(tree, 'caches')),
    artifacts: parseArtifacts(child(tree, 'artifacts'), context),
    changesets: parseChangesets(child(tree, 'condition'), context),
    state: placedText(child(child(tree, 'condition'), 'state')),
    deployment: placedText(child(tree, 'deployment') ?? child(tree, 'environment')),
    concurrencyGroup: placedText(child(tree, 'concurrency-group')),
    manual: textOf(trigger) === 'manual' ? (trigger?.place ?? null) : null,
    maxTime: placedNumber(child(tree, 'max-time'), context) ?? defaults.maxTime,
    size: placedText(child(tree, 'size')) ?? defaults.size,
    runsOn: placedTexts(child(tree, 'runs-on')) ?? defaults.runsOn,
    architecture: parseRuntime(child(tree, 'runtime'), context) ?? defaults.architecture,
    oidc: parseOidc(child(tree, 'oidc')),
    clone: {
      depth: own.depth ?? defaults.clone.depth,
      lfs: own.lfs ?? defaults.clone.lfs,
      enabled: own.enabled ?? defaults.clone.enabled,
    },
    outputVariables: parseOutputs(child(tree, 'output-variables')),
    child: parseChild(tree),
  };
}

function placedItems(tree: Tree | undefined): readonly Placed<string>[] {
  return itemsOf(tree).flatMap((item) => placedText(item) ?? []);
}

/** The audiences of the token; none for the default. */
function parseOidc(tree: Tree | undefined): Placed<readonly string[]> | null {
  if (tree === undefined || textOf(tree) === 'false') return null;
  const audiences = placedTexts(child(tree, 'audiences'))?.value ?? [];
  return { place: tree.place, value: audiences };
}

/** Names that cannot be variables are left out, and none at all is nothing. */
function parseOutputs(tree: Tree | undefined): Placed<readonly string[]> | null {
  const names = (placedTexts(tree)?.value ?? []).filter((name) => /^[A-Za-z_]\w*$/.test(name));
  return tree === undefined || names.length === 0 ? null : { place: tree.place, value: names };
}

function parseChild(tree: Tree): ChildPipeline | null {
  const custom = placedText(child(tree, 'custom'));
  if (textOf(child(tree, 'type')) !== 'pipeline' || custom === null) return null;
  const inputs = entriesOf(child(tree, 'input-variables')).map(
    ([name, value]) => [name, { place: value.place, value: textOf(value) ?? '' }] as const,
  );
  return { place: child(tree, 'type')?.place ?? tree.place, custom, inputs };
}

function reportUnsupported(tree: Tree, { findings }: ParseContext): void {
  const failFast = child(tree, 'fail-fast');
  if (failFast !== undefined && placeIfTrue(failFast) === null) {
    findings.exact(failFast.place, 'The other parallel jobs keep running when one fails');
  } else if (failFast !== undefined) {
    findings.changed(failFast.place, 'GitHub lets other parallel jobs finish');
  }
  const variables = child(tree, 'variables');
  if (variables !== undefined) {
    findings.lost(variables.place, 'Steps cannot define variables', 'Export them in its script.');
  }
  const trigger = child(tree, 'trigger');
  if (trigger !== undefined && textOf(trigger) !== 'manual') {
    findings.exact(trigger.place, 'Steps start automatically');
  }
  const oidc = child(tree, 'oidc');
  if (oidc !== undefined && textOf(oidc) === 'false') {
    findings.exact(oidc.place, 'The job gets no identity token');
  }
}
