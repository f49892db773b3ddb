import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  allOptionNames,
  choicesOf,
  controlOf,
  defaultValues,
  isTyped,
} from '../../../src/core/options/controls.ts';
import { defineOption, flagsOf } from '../../../src/core/options/option.ts';
import { fileShape, keptShape } from '../../../src/core/options/schemas.ts';
import { keptValues, plannedValues, runValues } from '../../../src/core/options/values.ts';

const group = {
  quietPeriod: defineOption({
    kind: 'integer',
    value: 'seconds',
    minimum: 0,
    maximum: 600,
    summary: 'Seconds to wait',
    flagOf: ['migrate'],
    plan: 'quiet_period',
    config: 'quiet_period',
    default: 5,
    kept: { as: 'quiet_seconds' },
  }),
  isLoud: defineOption({
    kind: 'boolean',
    summary: 'Loud',
    flagOf: ['plan', 'migrate'],
    plan: 'loud',
    default: false,
  }),
  bells: defineOption({
    kind: 'switch-off',
    summary: 'No bells',
    flagOf: ['plan'],
    plan: 'bells',
    default: true,
  }),
};

describe('an option', () => {
  it('is a flag of the commands that it names', () => {
    expect(Object.keys(flagsOf(group, 'migrate'))).toEqual(['quietPeriod', 'isLoud']);
    expect(Object.keys(flagsOf(group, 'plan'))).toEqual(['isLoud', 'bells']);
  });

  it('has the value of the flag, else of the plan, of the file, or its default', () => {
    const of = (flags: object, plan: object, file: object) =>
      runValues(group, { flags: { ...flags }, plan: { ...plan }, file: { ...file } }).quietPeriod;
    const file = { quiet_period: 3 };
    const plan = { quiet_period: 2 };
    expect([of({ quietPeriod: 0 }, plan, file), of({}, plan, file)]).toEqual([0, 2]);
    expect([of({}, {}, file), of({}, {}, {})]).toEqual([3, 5]);
  });

  it('takes a switch at what it is without its flag for not given', () => {
    expect(runValues(group, { flags: { isLoud: false }, plan: { loud: true } }).isLoud).toBe(true);
    expect(plannedValues(group, { isLoud: false, bells: true })).toEqual({});
    expect(plannedValues(group, { isLoud: true, bells: false })).toEqual({
      loud: true,
      bells: false,
    });
  });

  it('is checked in files, and in stored settings has its default where it is missing', () => {
    const plan = z.strictObject(fileShape(group, 'plan'));
    expect(plan.parse({ quiet_period: 600 })).toEqual({ quiet_period: 600 });
    expect(plan.safeParse({ quiet_period: 601 }).success).toBe(false);
    expect(z.object(keptShape(group)).parse({})).toEqual({ quiet_seconds: 5 });
    expect(keptValues(group, { quietPeriod: 1, isLoud: true })).toEqual({ quiet_seconds: 1 });
  });
});

describe('the rows of the wizard', () => {
  it('have their default among their values, and need rows that exist', () => {
    for (const name of allOptionNames) {
      const names: readonly string[] = allOptionNames;
      expect(names).toEqual(expect.arrayContaining([...(controlOf(name).needs ?? [])]));
      if (!isTyped(name)) expect(choicesOf(name)).toContain(defaultValues[name]);
    }
  });
});
