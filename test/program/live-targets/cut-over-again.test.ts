import { describe, expect, it } from 'vitest';
import { openCutoverPlace } from '../cutover/cutover-place.ts';
import { commit } from '../sync/sync-place.ts';
import { change, settingsOf } from './live-target-place.ts';

describe('a cut-over that is run again after a kill while it opened a target', () => {
  it('does not archive again what people have unarchived to work there', async () => {
    await using place = await openCutoverPlace({ source: 'bitbucket-data-center' }, ['one']);
    place.sandbox.dataCenter?.rules.archived.add('one');
    const one = place.sandbox.github.findRepository('acme/one');
    const { faults } = place.sandbox;
    const running = place.start(
      ['cutover', '--migration', place.migration, '--yes'],
      place.credentials,
    );
    faults.decide(({ host, method, target }) => {
      if (host !== 'github' || method !== 'PATCH' || !/\/repos\/acme\/one$/.test(target))
        return null;
      return one?.hasIssues === true
        ? { kind: 'lost-answer', onDone: () => void running.child.kill('SIGKILL') }
        : null;
    });
    await running.ended;
    faults.clear();
    expect(settingsOf(place, 'one')).toMatchObject({ archived: true, hasIssues: true });
    await change(place, 'one', { archived: false });
    commit(place.targetOf('one'), 'main', 'Work');
    await place.cutover();
    expect(settingsOf(place, 'one')).toMatchObject({ archived: false });
  });

  it('archives what the host refused to archive', async () => {
    await using place = await openCutoverPlace({ source: 'bitbucket-data-center' }, ['one']);
    place.sandbox.dataCenter?.rules.archived.add('one');
    const one = place.sandbox.github.findRepository('acme/one');
    place.sandbox.faults.decide(({ host, method, target }) => {
      const isOpen = one?.hasIssues === true && /\/repos\/acme\/one$/.test(target);
      if (host !== 'github' || method !== 'PATCH' || !isOpen) return null;
      return { kind: 'status', status: 403, body: '{"message":"Resource not accessible"}' };
    });
    expect((await place.cutover()).code).not.toBe(0);
    place.sandbox.faults.clear();
    expect((await place.cutover()).code).toBe(0);
    expect(settingsOf(place, 'one')).toMatchObject({ archived: true });
  });
});
