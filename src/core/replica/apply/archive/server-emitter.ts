import { createHash } from 'node:crypto';
import { createServerWriter } from '../../../archive/write/server/server-writer.ts';
import { findMissing } from '../../../git/objects/find-missing.ts';
import { count } from '../../../kernel/format/format.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { expectImport } from '../../desired/archive/sent-pull-request.ts';
import { readRescopes } from '../../desired/archive/server/read-rescopes.ts';
import { renderServerPull } from '../../desired/archive/server/render-server-pull.ts';
import { sentByServer } from '../../desired/archive/server/sent-by-server.ts';
import { createServerPeople } from '../../desired/archive/server/server-people.ts';
import { noAttachments } from './attachments-of.ts';
import type { OpenEmitter } from './emitter.ts';

/** Writes what a Data Center's own export would be, without access to its administration. */
export const openServerEmitter: OpenEmitter = async (context, place) => {
  const { path, folder, refs, defaultBranch } = place;
  const { mirror } = context;
  const people = createServerPeople();
  const repository = { ...repositoryOf(context), defaultBranch };
  const writer = await createServerWriter({ path, folder, repository });
  return {
    people: people.people,
    abandon: writer.abandon,
    attachments: () => noAttachments,
    addFiles: async () => {},
    async add({ rendering, notes, asRead }) {
      const rescopes = await readRescopes(mirror, rendering.rewrites);
      const { notes: own, ...pull } = renderServerPull({ ...rendering, people }, rescopes);
      await writer.add(pull);
      const all = [...notes, ...own];
      const expected = expectImport(sentByServer({ ...pull, asRead }, all));
      const comments = expected.items.filter(({ kind }) => kind !== 'review').length;
      return { comments, notes: all, expected };
    },
    async finish() {
      const missing = await findMissing(mirror, new Set(refs.values()));
      // One such ref would end the import.
      const whole = new Map([...refs].filter(([, hash]) => !missing.has(hash)));
      const dropped = refs.size - whole.size;
      if (dropped > 0)
        context.warn(`${count(dropped, 'ref')} not in the archive: the object is missing`);
      const userIds = people.records().map(({ url }) => url);
      return writer.finish({ mirror, refs: whole, userIds });
    },
  };
};

/** The source's numbers of project and hierarchy are not read: nothing but the archive itself refers to them. */
function repositoryOf({
  sourceRepository,
  sourceName,
}: Pick<RepositoryContext, 'sourceRepository' | 'sourceName'>) {
  const { id, slug, name, project, visibility } = sourceRepository;
  const hierarchy = createHash('sha256').update(id).digest('hex').slice(0, 20);
  const key = project?.key ?? sourceName.workspace;
  return {
    ids: { project: '1', repository: /^\d{1,15}$/.test(id) ? id : '1', hierarchy },
    project: { key, name: project?.name ?? key },
    ...{ slug, name, isPublic: visibility === 'public' },
  };
}
