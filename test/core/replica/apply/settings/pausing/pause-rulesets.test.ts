import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../../../src/core/kernel/errors.ts';
import {
  pauseRulesets,
  resumeAfterFailure,
  resumeRulesets,
} from '../../../../../../src/core/replica/apply/settings/pausing/pause-rulesets.ts';

type PauseContext = Parameters<typeof pauseRulesets>[0];

/** Rulesets on a target by id, and the rows of a state. `refuses`: the token may not change them. */
function place(ids: readonly string[]) {
  const rulesets = new Map(ids.map((id) => [id, 'active']));
  const rows = new Map<string, { data: string | null }>();
  const warnings: string[] = [];
  const state = { refuses: false, killsAfterSaving: false };
  const context = {
    targetName: { owner: 'acme', name: 'web' },
    signal: new AbortController().signal,
    warn: (message: string) => warnings.push(message),
    target: {
      settings: {
        repository: {
          listRulesets: async () =>
            [...rulesets].map(([id, enforcement]) => ({ id, ruleset: { enforcement } })),
          async enforceRuleset({ id, enforcement }: { id: string; enforcement: string }) {
            if (state.refuses) throw new MigratorError('permission', 'no');
            rulesets.set(id, enforcement);
          },
        },
      },
    },
    records: {
      listObjects: async () => ids.map((targetId) => ({ targetId })),
      listSteps: async () => [],
      findObject: async (_: string, id: string) => rows.get(id) ?? null,
      async saveDocument(_: string, id: string, data: string) {
        rows.set(id, { data });
        if (state.killsAfterSaving) throw new Error('killed');
      },
      async forgetObjects(_: string, all: readonly string[]) {
        for (const id of all) rows.delete(id);
      },
    },
  } as unknown as PauseContext;
  return { context, rulesets, rows, warnings, state };
}

describe('rulesets that are off while a repository is written to', () => {
  it('come into force again, but for what somebody has deleted', async () => {
    const { context, rulesets, rows } = place(['1', '2']);
    await pauseRulesets(context);
    expect([...rulesets.values()]).toEqual(['disabled', 'disabled']);
    rulesets.delete('2');
    await resumeRulesets(context);
    expect([...rulesets]).toEqual([['1', 'active']]);
    expect(rows.size).toBe(0);
  });

  it('are not forgotten by a run that is killed before it switches more of them off', async () => {
    const { context, rulesets, state } = place(['1', '2']);
    await pauseRulesets(context);
    rulesets.set('2', 'active');
    state.killsAfterSaving = true;
    await pauseRulesets(context).catch(() => {});
    state.killsAfterSaving = false;
    await resumeRulesets(context);
    expect(rulesets.get('1')).toBe('active');
  });

  it('stay known where the token may not switch them on', async () => {
    const { context, rulesets, rows, state, warnings } = place(['1']);
    await pauseRulesets(context);
    state.refuses = true;
    await expect(resumeRulesets(context)).rejects.toMatchObject({ code: 'permission' });
    await resumeAfterFailure(context);
    expect(warnings.at(-1)).toContain('still off');
    expect(rows.size).toBe(1);
    state.refuses = false;
    await resumeAfterFailure(context);
    expect(rulesets.get('1')).toBe('active');
  });

  it('are not called off where the state is lost, which alone knows it', async () => {
    const { context, warnings } = place(['1']);
    const lost = new MigratorError('state', 'Lost the database', { retry: 'fatal' });
    const records = { ...context.records, findObject: () => Promise.reject(lost) };
    await resumeAfterFailure({ ...context, records });
    expect(warnings).toEqual([]);
  });
});
