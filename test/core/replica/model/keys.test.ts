import { describe, expect, it } from 'vitest';
import {
  commentKey,
  continuationKey,
  conversationKey,
  furtherKey,
  isAddedText,
  pullRequestKey,
  reviewKey,
} from '../../../../src/core/replica/model/keys.ts';

const one = { number: 7 };
const comment = commentKey(one, { id: '12 3' });

describe('isAddedText()', () => {
  it('is true for the rest of a long text, and for a note on an import', () => {
    expect(isAddedText(continuationKey(one, 2))).toBe(true);
    expect(isAddedText(furtherKey(comment, 2))).toBe(true);
    expect(isAddedText('import-losses 7')).toBe(true);
  });

  it('is false for every text that Bitbucket has', () => {
    for (const key of [
      ...[pullRequestKey(one), comment, reviewKey(one, 2), conversationKey(one, 2)],
      commentKey(one, { id: 'continuation 2' }),
    ]) {
      expect(isAddedText(key), key).toBe(false);
    }
  });
});
