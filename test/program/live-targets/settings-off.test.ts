import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { share } from '../../helpers/share.ts';
import type { CutoverPlace } from '../cutover/cutover-place.ts';
import { cutOver, settingsOf } from './live-target-place.ts';

const shared = share(cutOver);
let place: CutoverPlace;
beforeEach(async () => {
  place = await shared.get();
});
afterEach(shared.spoil);

const ruleset = 'bitbucket: ~DEFAULT_BRANCH';

function rulesets() {
  const found = place.sandbox.github.findRepository('acme/web');
  if (found === null) throw new Error('no target');
  return found.settings.rulesets;
}

function remove(): void {
  const index = rulesets().findIndex(({ name }) => name === ruleset);
  expect(rulesets().splice(index, 1)).toHaveLength(1);
}

const verify = (...flags: readonly string[]) =>
  place.run(['verify', '--migration', place.migration, ...flags], place.credentials);

describe('verify --repair of a ruleset that was in force', () => {
  it.each([
    ['migrate --reset-repo web --yes --resume', 'none'],
    ['migrate --reset-repo web --yes --resume', 'disabled'],
    ['settings --migration', 'none'],
    ['settings --migration', 'disabled'],
  ])('restores it as it was after %s with --settings %s', async (command, mode) => {
    const before = settingsOf(place, 'web');
    const args = [...command.split(' '), place.migration, '--settings', mode];
    expect(await place.run(args, place.credentials)).toMatchObject({ code: 0 });
    // What is in force stays so.
    expect(settingsOf(place, 'web')).toEqual(before);
    expect(await verify()).toMatchObject({ code: 0 });
    remove();
    expect((await verify()).stdout).toMatch(/setting Ruleset bitbucket: .* {2}is missing$/m);
    expect(await verify('--repair')).toMatchObject({ code: 0 });
    expect(settingsOf(place, 'web')).toEqual(before);
  });
});

describe('a ruleset that people deleted and asked for again with --settings disabled', () => {
  it('stays disabled, and is restored as such', async () => {
    remove();
    const args = ['settings', '--migration', place.migration, '--settings', 'disabled'];
    expect(await place.run(args, place.credentials)).toMatchObject({ code: 0 });
    const enforcement = () => rulesets().find(({ name }) => name === ruleset)?.enforcement;
    expect(enforcement()).toBe('disabled');
    expect(await verify()).toMatchObject({ code: 0 });
    remove();
    expect(await verify('--repair')).toMatchObject({ code: 0 });
    expect(enforcement()).toBe('disabled');
  });
});
