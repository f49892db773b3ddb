import { textAnswer } from '../../network/answer.ts';
import type { HostServer } from '../../network/server.ts';
import type { GithubHost } from '../host.ts';
import type { RepositoryImport } from './importer.ts';

const logPrefix = '/migration-logs';

/** Address of a log: whoever has it can read it, as long as it is valid. */
export function logUrl({ importer }: GithubHost, { id, logKey }: RepositoryImport): string {
  return `${importer.logsUrl}${logPrefix}/${id}?sig=${logKey}`;
}

/** The storage of the logs. Like such stores do, it refuses a request that brings credentials of another host. */
export function createLogServer(host: GithubHost): HostServer {
  return {
    host: 'github-media',
    prefix: logPrefix,
    async handle({ method, segments, query, authorization }) {
      if (method !== 'GET') return textAnswer(405, 'Method Not Allowed');
      if (authorization.kind !== 'none') return textAnswer(400, 'Only one auth mechanism allowed');
      const found = host.importer.imports.find(({ id }) => String(id) === segments[0]);
      if (found === undefined || query.get('sig') !== found.logKey) {
        return textAnswer(404, 'Not Found');
      }
      const { endedAt } = found;
      const hours = host.importer.rules.logHours;
      const isValid = endedAt !== null && host.now() < endedAt + hours * 3_600_000;
      if (!isValid) return textAnswer(403, 'The signature has expired');
      return textAnswer(200, found.log.map((line) => `${line}\n`).join(''));
    },
  };
}
