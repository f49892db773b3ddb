import { randomBytes } from 'node:crypto';
import { hasCode, toMigratorError } from '../../kernel/errors.ts';
import type { Ruleset } from '../../ports/records/target-settings.ts';
import { asExpected, blocked, failed, notProbed, other, type Probe, untilSeen } from './probe.ts';

export const closedTarget: Probe = {
  name: 'closed-target',
  expected:
    'A repository can be locked down: private, no issues, pull requests from collaborators only',
  otherwise:
    'migrator checks these repositories for issues and pull requests that other people create',
  async run({ target, name, signal }) {
    const doors = await target.closure.close({ ...name, signal });
    if (doors.visibility !== 'private') return other(`it is ${doors.visibility}`);
    if (doors.hasIssues) return other('issues stay on');
    if (doors.pullRequestPolicy === null) return other('the host has no policy for pull requests');
    return doors.pullRequestPolicy === 'collaborators_only'
      ? asExpected('closed')
      : other('everyone can still open pull requests');
  },
};

export const lfsObjects: Probe = {
  name: 'lfs-objects',
  expected: 'The host stores LFS objects, and reports missing ones',
  otherwise: 'migrations that include LFS do not start',
  async run({ target, name, signal }) {
    const oid = randomBytes(32).toString('hex');
    try {
      const missing = await target.audit.findMissingLfsObjects({
        ...name,
        objects: [{ oid, size: 1 }],
        signal,
      });
      return missing.has(oid)
        ? asExpected('an unknown object is reported as missing')
        : blocked('an unknown object is reported as present', 'lfs');
    } catch (error) {
      if (!hasCode(error, 'permission', 'refused', 'not-found', 'bad-answer')) throw error;
      return blocked(toMigratorError(error).message, 'lfs');
    }
  },
};

export const rulesets: Probe = {
  name: 'rulesets',
  expected: 'A private repository can have rulesets, and a push that violates one is refused',
  otherwise: 'if rules are not enforced, people get read access only',
  async run({ target, name, signal, push, commits }) {
    try {
      await target.settings.repository.createRuleset({
        ...name,
        rulesetName: 'calibration',
        ruleset: closed,
        ids: { teams: new Map(), users: new Map() },
        signal,
      });
    } catch (error) {
      if (!hasCode(error, 'refused', 'permission')) throw error;
      return other(toMigratorError(error).message);
    }
    const [pushed] = await push([
      { ref: 'refs/heads/probe-locked', to: commits.root, expected: null },
    ]);
    return pushed?.status === 'refused'
      ? asExpected('the push was refused')
      : other('the push was accepted');
  },
};

/** Nobody may create this one branch. */
const closed: Ruleset = {
  target: 'branch',
  include: ['refs/heads/probe-locked'],
  rules: [{ type: 'creation' }],
  bypass: [],
  enforcement: 'active',
};

/** Needs the ruleset of `rulesets`, which is in force still. */
export const rulesetBypass: Probe = {
  name: 'ruleset-bypass',
  expected: 'A ruleset does not stop people on its bypass list',
  otherwise: 'people are listed for you to add to the bypass list of each ruleset',
  async run({ target, name, signal, push, commits, account }) {
    const login = account.username;
    if (login === null) return notProbed('the token belongs to no user');
    const actor = { kind: 'user', name: login } as const;
    try {
      await target.settings.repository.createRuleset({
        ...name,
        rulesetName: 'calibration, bypassed',
        ruleset: { ...closed, include: [openRef], bypass: [{ actor, mode: 'always' }] },
        ids: { teams: new Map(), users: new Map([[login.toLowerCase(), account.id]]) },
        signal,
      });
    } catch (error) {
      if (!hasCode(error, 'refused', 'permission')) throw error;
      // An Enterprise Server knows teams alone here, and none is made for this.
      return notProbed(toMigratorError(error).message);
    }
    const [pushed] = await push([{ ref: openRef, to: commits.root, expected: null }]);
    return pushed?.status === 'updated'
      ? asExpected('the push was accepted')
      : other('the push was refused');
  },
};

const openRef = 'refs/heads/probe-bypassed';

export const secrets: Probe = {
  name: 'secrets',
  expected: 'The token can list secret names and read the key that encrypts them',
  otherwise: 'secrets are listed for you to create by hand',
  async run({ target, name, signal }) {
    const place = { kind: 'repository', ...name, signal } as const;
    try {
      const listed = await target.secrets.list(place);
      await target.secrets.publicKey(place);
      return listed?.length === 0
        ? asExpected('none yet, and the key was read')
        : other('secrets cannot be listed');
    } catch (error) {
      if (!hasCode(error, 'permission', 'refused', 'not-found')) throw error;
      return other(toMigratorError(error).message);
    }
  },
};

/** The last one: the repository has another name after it. */
export const renameRedirects: Probe = {
  name: 'rename-redirects',
  expected: 'The old name of a renamed repository redirects to it and can be reused',
  otherwise: 'migrate finds its repositories by ID, not by name',
  async run(place) {
    const { target, name, signal } = place;
    const newName = `${name.name}-renamed`;
    const outcome = await target.renameRepository({ ...name, newName, signal });
    if (outcome.kind !== 'renamed') return failed('it could not be renamed');
    place.name = { ...name, name: newName };
    const took = await untilSeen(
      place,
      async () => (await target.findRepository({ ...name, signal })).state === 'renamed',
    );
    return took === null
      ? other('the old name does not redirect')
      : asExpected('the old name redirects');
  },
};
