import { expect, it } from 'vitest';
import { Busy } from '../../../src/ui/components/busy.tsx';
import { drawn } from '../../helpers/drawing/drawn.tsx';

it('Busy shows a spinner with a label', () => {
  expect(drawn(<Busy what="Looking at acme" />)).toMatch(/^\S Looking at acme$/);
});
