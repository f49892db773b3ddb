import type { Image } from '../model/image.ts';
import type { Clone } from '../model/step.ts';
import { child, type Placed, placedText, type Tree, textOf } from '../tree/tree.ts';
import {
  type ParseContext,
  placedNumber,
  placedSwitch,
  placedTexts,
  placeIfTrue,
  reportOthers,
} from './context.ts';
import { parseImage } from './parse-image.ts';

/** Values of the file for all steps; a step's own value wins. */
export interface StepDefaults {
  readonly image: Image | null;
  readonly clone: Clone;
  readonly maxTime: Placed<number> | null;
  readonly size: Placed<string> | null;
  readonly runsOn: Placed<readonly string[]> | null;
  readonly architecture: Placed<string> | null;
  /** Every step has the Docker service. */
  readonly docker: Placed<string> | null;
}

const optionKeys = new Set(['docker', 'max-time', 'runs-on', 'runtime', 'size']);
const cloneKeys = new Set(['depth', 'enabled', 'lfs', 'skip-ssl-verify']);

/** Reads `image`, `clone` and `options` of the file. */
export function stepDefaults(tree: Tree, context: ParseContext): StepDefaults {
  const options = child(tree, 'options');
  reportOthers(options, optionKeys, context);
  const docker = child(options, 'docker');
  const hasDocker = docker !== undefined && placeIfTrue(docker) !== null;
  if (docker !== undefined && !hasDocker) {
    context.findings.exact(docker.place, 'Docker is off unless a step asks for it');
  }
  return {
    image: parseImage(child(tree, 'image'), context),
    clone: parseClone(child(tree, 'clone'), context),
    maxTime: placedNumber(child(options, 'max-time'), context),
    size: placedText(child(options, 'size')),
    runsOn: placedTexts(child(options, 'runs-on')),
    architecture: parseRuntime(child(options, 'runtime'), context),
    docker: hasDocker ? { place: docker.place, value: 'docker' } : null,
  };
}

/** How the repository is cloned. */
export function parseClone(tree: Tree | undefined, context: ParseContext): Clone {
  reportOthers(tree, cloneKeys, context);
  const insecure = child(tree, 'skip-ssl-verify');
  if (insecure !== undefined) {
    context.findings.lost(
      insecure.place,
      'The checkout always verifies certificates',
      'Install your certificate authority on a self-hosted runner.',
    );
  }
  const depth = child(tree, 'depth');
  const isFull = textOf(depth) === 'full';
  return {
    depth:
      depth !== undefined && isFull
        ? { place: depth.place, value: null }
        : placedNumber(depth, context),
    lfs: placedSwitch(child(tree, 'lfs')),
    enabled: placedSwitch(child(tree, 'enabled')),
  };
}

/** The architecture of a cloud runtime. */
export function parseRuntime(tree: Tree | undefined, context: ParseContext): Placed<string> | null {
  reportOthers(tree, new Set(['cloud', 'self-hosted']), context);
  const cloud = child(tree, 'cloud');
  reportOthers(cloud, new Set(['arch', 'version', 'atlassian-ip-ranges']), context);
  const ranges = child(cloud, 'atlassian-ip-ranges');
  if (ranges !== undefined) {
    context.findings.lost(
      ranges.place,
      'GitHub-hosted runners have no fixed addresses',
      'Use larger runners with static addresses, or self-hosted ones.',
    );
  }
  const version = child(cloud, 'version');
  if (version !== undefined) {
    context.findings.exact(version.place, 'The runtime version has no meaning on GitHub');
  }
  const hosted = child(tree, 'self-hosted');
  if (hosted !== undefined) {
    context.findings.lost(hosted.place, 'Settings of self-hosted runtimes are not converted');
  }
  return placedText(child(cloud, 'arch'));
}
