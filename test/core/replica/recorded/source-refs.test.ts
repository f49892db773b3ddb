import { beforeEach, describe, expect, it } from 'vitest';
import type { CreatedObject } from '../../../../src/core/ports/records/migration.ts';
import {
  readSourceRefs,
  recordSourceRefs,
  renameRefs,
} from '../../../../src/core/replica/recorded/source-refs.ts';

let data: string | null;
const records = {
  findObject: async () => (data === null ? null : ({ data } as CreatedObject)),
  saveDocument: async (_kind: string, _id: string, text: string) => {
    data = text;
  },
};
beforeEach(() => {
  data = null;
});

const main = (oid: string) => new Map([['refs/heads/main', oid]]);

describe('refs of a source whose history is rewritten', () => {
  it('are named as the target has them, as far as they were rewritten before', async () => {
    await recordSourceRefs({ records }, main('old'), main('new'));
    await recordSourceRefs({ records }, main('later'), main('later new'));
    expect(await renameRefs({ records }, main('old'))).toEqual(main('new'));
    expect(await renameRefs({ records }, main('later'))).toEqual(main('later new'));
    expect(await renameRefs({ records }, main('unknown'))).toEqual(main('unknown'));
  });

  it('are found again for what was migrated, also where a later fetch was not pushed', async () => {
    await recordSourceRefs({ records }, main('old'), main('new'));
    await recordSourceRefs({ records }, main('later'), main('later new'));
    expect(await readSourceRefs({ records }, main('later new'))).toEqual(main('later'));
    expect(await readSourceRefs({ records }, main('new'))).toEqual(main('old'));
    expect(await readSourceRefs({ records }, main('unchanged'))).toEqual(main('unchanged'));
  });

  it('keep their own hash where another became the same commit', async () => {
    await recordSourceRefs({ records }, main('old'), main('new'));
    await recordSourceRefs({ records }, main('new'), main('new'));
    expect(await readSourceRefs({ records }, main('new'))).toEqual(main('new'));
  });

  it('are those of the source where nothing was rewritten', async () => {
    expect(await renameRefs({ records }, main('old'))).toEqual(main('old'));
    expect(await readSourceRefs({ records }, main('old'))).toBeNull();
    await recordSourceRefs({ records }, main('cut'));
    expect(await readSourceRefs({ records }, main('other'))).toEqual(main('cut'));
  });
});
