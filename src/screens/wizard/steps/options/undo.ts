import { controlOf, isTyped, type OptionName } from '../../../../core/options/controls.ts';
import type { Act, Undo } from '../../engine/act.ts';
import { idle } from '../../engine/tasks.ts';
import type { OptionsAction, OptionsState } from '../state/options.ts';
import { optionText } from './view.ts';

const typed = ['organization', 'userMap', 'groups'] as const;

/** Values of the rows. */
export const optionsUndo: Undo<OptionsState, OptionsAction> = {
  act(action, before, after) {
    switch (action.type) {
      case 'key':
      case 'paste':
      case 'text':
        return isSame(before, after) ? null : { ...changed(before.focus, after), joins: true };
      case 'turn':
        return isSame(before, after) ? null : changed(before.focus, after);
      case 'set':
        return isSame(before, after) ? null : changed('existing', after);
      default:
        return null;
    }
  },
  restore(now, before) {
    if (isSame(now, before)) return now;
    const { values, organization, userMap, groups } = before;
    const isOtherMap = userMap.text !== now.userMap.text;
    // A word was typed for what was selected then.
    const isOpened = values.visibility !== now.values.visibility;
    return {
      ...now,
      ...{ values, organization, userMap, groups },
      ...(isOtherMap && { check: idle }),
      ...(isOpened && { publication: 'unconfirmed' }),
    };
  },
};

function isSame(one: OptionsState, other: OptionsState): boolean {
  return one.values === other.values && typed.every((name) => one[name].text === other[name].text);
}

function changed(name: OptionName, { values }: OptionsState): Act {
  const { label } = controlOf(name);
  if (isTyped(name)) return { name: `${label} edited` };
  return { name: `${label} set to "${optionText(name, values[name])}"` };
}
