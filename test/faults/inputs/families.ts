import { openWorkplace } from '../../helpers/program/workplace.ts';
import { openBetween, openElsewhere } from './between.ts';
import { documentFamilies } from './documents.ts';
import type { AnyFamily } from './family.ts';
import { sealed } from './harness.ts';
import { callsWithoutAnswers, portFamily } from './ports.ts';
import { runFamilyOf } from './runs.ts';
import { openScene } from './scene.ts';
import { stateFamily } from './state/states.ts';

export interface Families extends AsyncDisposable {
  readonly families: readonly AnyFamily[];
  /** Calls that both hosts are asked; `source.pullRequests.list`. */
  readonly asked: readonly string[];
  /** Calls without an answer at hand. */
  readonly withoutAnswers: readonly string[];
}

/** Every kind of input, with the hosts that the program is run against. */
export async function openFamilies(): Promise<Families> {
  await using stack = new AsyncDisposableStack();
  const place = stack.use(await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } }));
  const { SRC_API_URL, SRC_GIT_URL, DST_API_URL, DST_GIT_URL } = place.sandbox.environment;
  const source = stack.use(await openBetween(SRC_API_URL));
  const target = stack.use(await openBetween(DST_API_URL));
  const sourceGit = stack.use(await openBetween(SRC_GIT_URL));
  const targetGit = stack.use(await openBetween(DST_GIT_URL));
  const elsewhere = stack.use(await openElsewhere());
  const addresses = {
    SRC_API_URL: source.origin,
    SRC_GIT_URL: sourceGit.origin,
    DST_API_URL: target.origin,
    DST_GIT_URL: targetGit.origin,
  };
  const scene = await openScene(place, addresses);
  const environment = { ...scene.environment, ...addresses };
  const hosts = {
    source,
    target,
    'source-git': sourceGit,
    'target-git': targetGit,
    elsewhere,
    environment,
  };
  const { calls } = scene;
  const withoutAnswers = await callsWithoutAnswers(hosts, calls);
  const opened = stack.move();
  return {
    asked: [...new Set(calls.map(({ host, name }) => `${host}.${name}`))],
    withoutAnswers,
    families: [
      ...documentFamilies(place).map((family) => sealed(family)),
      sealed(stateFamily(scene)),
      sealed(portFamily(hosts, calls)),
      sealed(runFamilyOf(scene, hosts)),
    ],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
