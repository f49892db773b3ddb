import { describe, expect, it } from 'vitest';
import type { Advertisement } from '../../../../src/core/git/protocol/advertisement.ts';
import {
  chooseWay,
  reasonAgainstSource,
  reasonAgainstTarget,
} from '../../../../src/core/git/stream/choose-way.ts';

const megabyte = 1024 * 1024;
const oid = 'a'.repeat(40);
const source: Advertisement = {
  refs: new Map([['refs/heads/main', oid]]),
  hasRefs: true,
  head: 'refs/heads/main',
  capabilities: new Set(['side-band-64k', 'ofs-delta']),
};
const target: Advertisement = {
  refs: new Map(),
  hasRefs: false,
  head: null,
  capabilities: new Set(['report-status', 'side-band-64k']),
};

describe('chooseWay', () => {
  const facts = {
    isBegun: false,
    isOnlyFetched: false,
    isCut: false,
    isRewritten: false,
    replaces: false,
    sizeBytes: megabyte,
    maxPushBytes: 1000 * megabyte,
  };

  it.each([
    ['forward', 'it is small', {}],
    ['forward', 'its size is unknown', { sizeBytes: null }],
    ['stream', 'it is large', { sizeBytes: 100 * megabyte }],
    ['forward', 'it replaces another', { replaces: true, sizeBytes: 100 * megabyte }],
    ['git', 'it is too large for one push', { sizeBytes: 900 * megabyte }],
    ['fetch', 'an earlier run started it', { isBegun: true }],
    ['git', 'it is too large for one push', { isBegun: true, sizeBytes: 900 * megabyte }],
    ['git', 'its history is shallow', { isCut: true }],
    ['fetch', 'nothing is pushed', { isOnlyFetched: true, sizeBytes: 100 * megabyte }],
  ])('is %s because %s', (way, reason, change) => {
    expect(chooseWay({ ...facts, ...change })).toEqual({ way, reason });
  });
});

describe('what speaks against a source', () => {
  it('is nothing of one with branches and the usual capabilities', () => {
    expect(reasonAgainstSource(source)).toBeNull();
  });

  const withRef = (name: string) => ({ refs: new Map([[name, oid]]) });
  const unusual = 'a ref has an unusual name';
  it.each<[string, Partial<Advertisement>]>([
    ['Bitbucket has no branches or tags', { refs: new Map(), capabilities: new Set() }],
    ['Bitbucket lacks side-band-64k', { capabilities: new Set() }],
    ['Bitbucket does not report a default branch', { head: null }],
    ['it uses SHA-256', { capabilities: new Set(['side-band-64k', 'object-format=sha256']) }],
    [unusual, withRef('refs/heads/caf\\xe9')],
    [unusual, withRef('refs/heads/../../config')],
    [unusual, withRef('refs/heads/one.lock')],
    [unusual, withRef('refs/heads/a\u202eb')],
    [unusual, { head: 'refs/heads/a\nb' }],
  ])('is that %s', (reason, change) => {
    expect(reasonAgainstSource({ ...source, ...change })).toBe(reason);
  });
});

describe('what speaks against a target', () => {
  it('is nothing of an empty one', () => {
    expect(reasonAgainstTarget(target)).toBeNull();
  });

  it.each<[string, Partial<Advertisement>]>([
    ['the GitHub repository has refs', { hasRefs: true }],
    ['GitHub lacks report-status and side-band-64k', { capabilities: new Set() }],
    [
      'GitHub uses SHA-256',
      { capabilities: new Set([...target.capabilities, 'object-format=sha256']) },
    ],
  ])('is that %s', (reason, change) => {
    expect(reasonAgainstTarget({ ...target, ...change })).toBe(reason);
  });
});
