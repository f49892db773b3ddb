import { describe, expect, it } from 'vitest';
import { withTyped } from '../../../src/core/wizard/credentials.ts';

describe('typed credentials', () => {
  const environment = { PATH: '/bin', SRC_USERNAME: 'jane', SRC_API_TOKEN: 'old', DST_TOKEN: 'd' };

  it('stand in place of those of the environment', () => {
    expect(withTyped(environment, { SRC_API_TOKEN: 'new' })).toEqual({
      ...environment,
      SRC_API_TOKEN: 'new',
    });
    expect(withTyped(environment, {})).toEqual(environment);
  });

  it('leave no other secret of the source beside them', () => {
    const both = { ...environment, SRC_DATA_CENTER_URL: 'https://dc.example' };
    expect(withTyped(both, { SRC_ACCESS_TOKEN: 'a' })).toEqual({
      PATH: '/bin',
      SRC_USERNAME: 'jane',
      SRC_ACCESS_TOKEN: 'a',
      DST_TOKEN: 'd',
    });
  });

  it('of a Data Center keep the address that the environment has, and nothing of Cloud', () => {
    const both = { ...environment, SRC_DATA_CENTER_URL: 'https://dc.example' };
    expect(withTyped(both, { SRC_TOKEN: 't' })).toEqual({
      PATH: '/bin',
      SRC_USERNAME: 'jane',
      DST_TOKEN: 'd',
      SRC_DATA_CENTER_URL: 'https://dc.example',
      SRC_TOKEN: 't',
    });
  });

  it('of the target leave the source as it is', () => {
    expect(withTyped(environment, { DST_TOKEN: 'new', SRC_USERNAME: '' })).toEqual({
      ...environment,
      DST_TOKEN: 'new',
    });
  });
});
