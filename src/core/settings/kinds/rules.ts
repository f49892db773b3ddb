import * as z from 'zod';
import { refActions } from '../../ports/records/source-settings.ts';
import type { Ruleset } from '../../ports/records/target-settings.ts';
import { mapBranchRules } from '../mapping/branch-rules.ts';
import { combineRulesets } from '../mapping/combine-rulesets.ts';
import { autoMerge, mapMergeChecks } from '../mapping/merge-checks.ts';
import { rulesetRepair } from '../rulesets/apply-rulesets.ts';
import type { SettingKind } from './kind.ts';
import { actor, level, listPart, refs, targetActor, teamsAmong, text, whole } from './schemas.ts';

const branchRule = z.object({
  id: text,
  level,
  type: text,
  refs,
  prevents: z
    .array(z.enum(refActions))
    .describe('Actions allowed only for people with an exemption.'),
  exceptions: z.array(actor),
});

const mergeCheck = z.object({
  id: text,
  level,
  type: text,
  kind: z.enum([
    'approvals',
    'default-reviewer-approvals',
    'group-approvals',
    'all-reviewers-approve',
    'no-changes-requested',
    'reset-approvals',
    'smart-reset-approvals',
    'reset-changes-requested',
    'tasks',
    'comments',
    'builds',
    'build-keys',
    'commits-behind',
    'dependencies',
    'auto-merge',
    'enforce',
    'unknown',
  ]),
  refs,
  value: whole.nullable(),
  names: z.array(text),
});

const rule = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['creation', 'update', 'deletion', 'non_fast_forward']) }),
  z.strictObject({
    type: z.literal('pull_request'),
    approvals: z.number().int().min(0).max(10),
    dismissStale: z.boolean(),
    resolveThreads: z.boolean(),
    reviewers: z.array(z.strictObject({ team: text, minimum: z.number().int().min(0) })),
  }),
  z.strictObject({
    type: z.literal('required_status_checks'),
    contexts: z.array(text),
    strict: z.boolean(),
  }),
]);

const ruleset = z.strictObject({
  target: z.enum(['branch', 'tag']),
  include: z.array(text.min(1)).min(1),
  rules: z.array(rule).min(1),
  bypass: z.array(z.strictObject({ actor: targetActor, mode: z.enum(['always', 'pull_request']) })),
  enforcement: z.enum(['active', 'evaluate', 'disabled']),
});

/** Branch rules and merge checks, which become rulesets together; one check is a switch of merging. */
export const rules: SettingKind<
  { readonly rulesets: readonly Ruleset[] },
  { readonly autoMerge: boolean }
> = {
  parts: {
    rules: {
      title: 'branch restrictions',
      schema: z
        .array(branchRule)
        .default([])
        .describe('Branch restrictions and branch permissions.'),
    },
    checks: {
      title: 'merge checks',
      schema: z.array(mergeCheck).default([]).describe('Merge checks.'),
    },
    builds: {
      title: 'builds',
      schema: z
        .array(text)
        .default([])
        .describe("Keys of builds on the default branch's newest commit."),
    },
  },
  planned: ['branch-rule', 'merge-check'],
  map: ({ kind, settings, groups }, context) =>
    [
      ...mapBranchRules({ kind, rules: settings.rules, groups }, context),
      ...mapMergeChecks({ ...settings, kind }, context),
    ].map(({ item, rulesets }) => ({
      item,
      set: { rulesets, ...(item.target === autoMerge ? { autoMerge: true } : {}) },
    })),
  sets: { rulesets: { ...listPart(ruleset, combineRulesets), teams: teamsOf } },
  costs({ rulesets }, { inOrganization }) {
    const hasChecks = rulesets.some(({ rules: all }) =>
      all.some(({ type }) => type === 'required_status_checks'),
    );
    return {
      // In the organization: its list, the repository's id, and each as it is before.
      reads:
        rulesets.length * (inOrganization ? 2 : 1) + (inOrganization ? 2 : 0) + (hasChecks ? 2 : 0),
      writes: rulesets.length,
      creating: 0,
    };
  },
  applied: { kind: 'ruleset', phase: 'rules', notesShortfalls: true, repair: rulesetRepair },
};

/** Returns the teams that bypass rulesets, and those whose approval they require. Pure. */
function teamsOf(rulesets: readonly Ruleset[]): readonly string[] {
  const bypassing = rulesets.flatMap(({ bypass }) => bypass.map((one) => one.actor));
  const asked = rulesets
    .flatMap((one) => one.rules)
    .flatMap((one) => (one.type === 'pull_request' ? one.reviewers : []));
  return [...teamsAmong(bypassing), ...asked.map(({ team }) => team)];
}
