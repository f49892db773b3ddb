import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxOptions } from '../../../sandbox/sandbox.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import {
  goneBranches,
  makePullRequestHistory,
  pullRequestsOf,
} from '../../helpers/repositories/pull-request-fixture.ts';
import { conversation } from '../../helpers/repositories/pull-request-place.ts';
import {
  calibrated,
  type Host,
  openHost,
  othersOf,
  passTime,
} from '../../program/calibration/calibration-place.ts';
import { takeCensus } from '../census/census.ts';
import type { Switch } from './switches.ts';

/** Describes what a migration comes to in a world. */
export interface Outcome {
  /**
   * `whole`: migrated, and verify finds nothing; `refused`: before anything was written, with a reason; `named`: ended
   * with the reason for what did not arrive; `silent`: it ended well, and verify finds a difference.
   */
  readonly kind: 'whole' | 'refused' | 'named' | 'silent';
  /** Reason why it is not whole; empty where it is. */
  readonly reason: string;
  /** Requests to GitHub that it answered with an error. */
  readonly errors: number;
  /** Things that are on the target twice. */
  readonly doubled: number;
  readonly seconds: number;
}

/** Describes what a calibration finds in a world, and what a migration comes to with its findings and without. */
export interface WorldResult {
  readonly names: readonly string[];
  /** Probes that named anything, and those that should have and did not. */
  readonly named: readonly string[];
  readonly missed: readonly string[];
  /** Leftovers and changes of the calibration on the host beside its scratch repository. */
  readonly touched: readonly string[];
  readonly calibrated: Outcome;
  readonly uncalibrated: Outcome;
}

/** Both sides of a world: the same source and the same host, calibrated and not. */
export async function tryWorld(chosen: readonly Switch[]): Promise<WorldResult> {
  const [withCalibration, without] = [await inWorld(chosen, true), await inWorld(chosen, false)];
  return {
    names: chosen.map(({ name }) => name),
    named: withCalibration.named,
    missed: withCalibration.missed,
    touched: withCalibration.touched,
    calibrated: withCalibration.outcome,
    uncalibrated: without.outcome,
  };
}

async function inWorld(chosen: readonly Switch[], calibrates: boolean) {
  await using place = await openHost(optionsOf(chosen));
  for (const { setUp } of chosen) setUp?.(place.sandbox);
  await addSource(place);
  const before = hostState(place);
  const found = calibrates ? await calibrated(place) : null;
  const touched = hostState(place) === before ? [] : ['the host beside the scratch repository'];
  const others = found === null ? [] : othersOf(found.probes);
  // What another switch has made impossible cannot be tried.
  const untried = new Set(
    found?.probes
      .filter(({ verdict }) => verdict === 'not-probed' || verdict === 'failed')
      .map(({ probe }) => probe),
  );
  const wanted = calibrates ? chosen.flatMap(({ probes }) => probes) : [];
  const missed = wanted.filter((probe) => !others.includes(probe) && !untried.has(probe));
  return { named: others, missed, touched, outcome: await migrated(place) };
}

/** All but what a migration or a calibration may write to: nothing else may change. */
function hostState({ sandbox: { github } }: Host): string {
  const { accounts, repositories, notifications, references } = github;
  const seen = accounts.map(({ login, kind, members, teams, rulesets, hooks }) => ({
    ...{ login, kind, rulesets, hooks },
    members: [...(members?.keys() ?? [])],
    teams: [...(teams?.keys() ?? [])],
  }));
  return JSON.stringify([seen, repositories.map(({ name }) => name), notifications, references]);
}

function optionsOf(chosen: readonly Switch[]): Partial<SandboxOptions> {
  const isCloud = chosen.some(({ isOfCloud }) => isOfCloud === true);
  const limits = Object.assign({}, ...chosen.map(({ options }) => options?.limits));
  const lacks = chosen.flatMap(({ options }) => options?.enterprise?.lacks ?? []);
  return {
    // Its own limits would only make everything slower.
    target: isCloud ? 'github.com' : 'enterprise-server',
    limits: {
      ...limits,
      bitbucket: 'none',
      ...(isCloud ? { github: { pushesPerMinute: 1000, pointsPerMinute: 1_000_000 } } : {}),
    },
    enterprise: Object.assign({}, ...chosen.map(({ options }) => options?.enterprise), { lacks }),
    githubRules: Object.assign({}, ...chosen.map(({ rules }) => rules)),
  };
}

const film = 'a film, as LFS keeps it';
const oid = createHash('sha256').update(film).digest('hex');
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${film.length}\n`;

/** A repository with all that the probes are about: odd names, LFS, long texts, drafts, many comments. */
async function addSource(place: Host): Promise<void> {
  const { bitbucket } = place.sandbox;
  const history = makePullRequestHistory(place.folder, 'fixture', { 'film.bin': pointer });
  for (const tag of ['odd/with#hash', 'v1', 'v2', 'v3', 'v4', 'v5'])
    git(history.folder, 'tag', tag, history.commits.start);
  const { lfs } = await hostCopy(bitbucket, {
    ...{ slug: 'web', from: history.folder, without: goneBranches },
  });
  await lfs.add(oid, Buffer.from(film));
  const [first, ...others] = pullRequestsOf(history);
  const many = Array.from({ length: 30 }, (_, index) => ({
    text: `Remark ${index + 1}`,
    inline: { path: 'a.txt', to: 8 + (index % 5) },
  }));
  const comments = [...(conversation.comments ?? []), ...many];
  const description = 'Fixes #4\n\n'.concat('A long story. '.repeat(2000));
  bitbucket.addPullRequest('web', { ...first, description, conversation: { comments } });
  for (const [index, one] of others.entries())
    bitbucket.addPullRequest('web', { ...one, draft: index === 2 });
  const plan = place.plan('web');
  writeFileSync(
    join(place.folder, 'plan.json'),
    JSON.stringify({ ...plan, options: { include_lfs: true } }),
  );
}

async function migrated(place: Host): Promise<Outcome> {
  const { requests, github } = place.sandbox;
  const first = requests.length;
  const startedAt = performance.now();
  const { code, stderr } = await place.command('migrate', '--plan', 'plan.json', '--plain');
  const seconds = (performance.now() - startedAt) / 1000;
  const errors = requests
    .slice(first)
    .filter(
      ({ host, status, path }) => host === 'github' && status >= 400 && !isAsked(path),
    ).length;
  const isThere = github.findRepository('acme/web') !== null;
  const doubled = isThere ? doubledIn(place) : 0;
  const told = { errors, doubled, seconds };
  if (code !== 0) return { kind: isThere ? 'named' : 'refused', reason: reasonOf(stderr), ...told };
  // Even a host whose lists are late shows everything by then.
  passTime(600_000);
  const [, id = ''] = /(mig_[0-9a-z]+)/.exec(stderr) ?? [];
  const verified = await place.command('verify', '--migration', id, '--plain');
  if (verified.code === 0) return { kind: 'whole', reason: '', ...told };
  return { kind: 'silent', reason: reasonOf(`${verified.stdout}\n${verified.stderr}`), ...told };
}

/** Tells whether something is there is asked of every host. */
function isAsked(path: string): boolean {
  return /rate_limit|\/repos\/acme\/web$|graphql/.test(path);
}

/** The first line that reports an error or a difference. */
function reasonOf(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const line =
    lines.find((one) => /error|refused|fail|cannot|differ|missing/i.test(one)) ?? lines[0] ?? '';
  return line.slice(0, 200);
}

/** By what is written into them: a host may give pull requests other numbers. */
function doubledIn(place: Host): number {
  const isOther = /: pull request \d+, /;
  return takeCensus(place).filter(({ kind, what }) => kind === 'doubled' && !isOther.test(what))
    .length;
}
