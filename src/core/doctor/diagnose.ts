import { detectPrograms } from '../git/process/programs.ts';
import { count } from '../kernel/format/format.ts';
import type { Program } from '../kernel/program.ts';
import type { Plan } from '../plan/plan-schema.ts';
import { readPlan } from '../plan/read-plan.ts';
import type { Store } from '../ports/store.ts';
import type { ResolveTargetNames } from '../ports/target-naming.ts';
import { stateFolder } from '../state/state-folder.ts';
import { checkDisk } from './checks/check-disk.ts';
import { checkHosts } from './checks/check-hosts.ts';
import { checkLicense } from './checks/check-license.ts';
import { certificatesFinding, proxyFinding, readUserGitSettings } from './checks/check-network.ts';
import {
  channelFinding,
  gitFinding,
  lfsFinding,
  platformFinding,
} from './checks/check-programs.ts';
import { checkShapes } from './checks/check-shapes.ts';
import { checkState } from './checks/check-state.ts';
import { checkVault } from './checks/check-vault.ts';
import type { DoctorTools } from './findings/doctor-tools.ts';
import { type Finding, failed, pass } from './findings/finding.ts';

export interface Diagnosis {
  readonly program: Program;
  /** @throws where migrator.yaml cannot be used */
  readonly open: () => Promise<DoctorTools & AsyncDisposable>;
  readonly openStore: () => Promise<Store>;
  readonly resolveTargetNames: ResolveTargetNames;
  /** Path of a plan, whose repositories and organization are looked at as well. */
  readonly plan: string | undefined;
  /** Also what settings need. */
  readonly settings: boolean;
  readonly signal: AbortSignal;
}

/**
 * Looks at everything that a migration needs, in the order in which one thing rests on another, and writes nothing to
 * either host. A check that fails does not end the others.
 */
export async function* diagnose(diagnosis: Diagnosis): AsyncGenerator<Finding> {
  const { program } = diagnosis;
  yield pass('node', `Node ${program.runtime}`);
  yield platformFinding(program.platform);
  const app = await opened(diagnosis);
  if ('check' in app) {
    yield app;
    // The state needs the configuration as well: the same failure is one problem.
    const others = await checkState(diagnosis);
    yield* others.filter(({ message }) => message !== app.message);
    return;
  }
  await using tools = app;
  yield* checkWithApp(diagnosis, tools);
}

/** Nothing of the network can be asked for with a configuration that cannot be used. */
async function opened({ open }: Diagnosis): Promise<(DoctorTools & AsyncDisposable) | Finding> {
  try {
    return await open();
  } catch (error) {
    return failed('configuration', error);
  }
}

async function* checkWithApp(diagnosis: Diagnosis, app: DoctorTools): AsyncGenerator<Finding> {
  const { program, plan: path, settings, signal, resolveTargetNames } = diagnosis;
  const { variables } = app;
  const { plan, finding } = await openPlan(path, resolveTargetNames);
  const programs = await detectPrograms({ environment: program.environment });
  yield gitFinding(programs.git);
  if (programs.git !== null) {
    const channel = await channelFinding(await app.openGit(), signal);
    if (channel !== null) yield channel;
  }
  yield lfsFinding(programs, asksForLfs(app, plan));
  if (finding !== null) yield finding;
  yield* await checkState(diagnosis);
  const userGit =
    programs.git === null ? { unverified: [], proxies: [] } : await readUserGitSettings(program);
  yield proxyFinding(variables, userGit);
  yield certificatesFinding(variables, userGit);
  yield* checkHosts({ app, program, plan, settings, signal });
  yield* checkShapes(stateFolder(program));
  yield* await checkDisk({ app, plan, program, signal });
  yield* await checkLicense({ app, plan, now: program.clock.now() });
  yield* await checkVault({ app, signal });
}

async function openPlan(
  path: string | undefined,
  resolveTargetNames: ResolveTargetNames,
): Promise<{ plan: Plan | null; finding: Finding | null }> {
  if (path === undefined) return { plan: null, finding: null };
  try {
    const { plan } = await readPlan({ path, resolveTargetNames });
    const { length } = plan.repositories;
    return {
      plan,
      finding: pass(
        'plan',
        `Plan ${path} is valid: ${count(length, 'repository', 'repositories')}`,
      ),
    };
  } catch (error) {
    return { plan: null, finding: failed('plan', error) };
  }
}

function asksForLfs({ config }: DoctorTools, plan: Plan | null): boolean {
  const asked = plan?.options.include_lfs ?? config.migration?.include_lfs;
  return asked === true || (plan?.repositories.some((one) => one.include_lfs === true) ?? false);
}
