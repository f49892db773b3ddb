import { at } from '../events.ts';
import type { LineCase } from './line-case.ts';

/** Cases that report scans of the source, and of secrets that are created on the target. */
export const scanCases = {
  'discovery-progress': [
    {
      event: at({ type: 'discovery-progress', found: 100, total: 250 }),
      line: '100 of 250 repositories found',
    },
    {
      event: at({ type: 'discovery-progress', found: 100, total: null }),
      line: '100 repositories found',
    },
    {
      event: at({ type: 'discovery-progress', found: 1, total: null }),
      line: '1 repository found',
    },
  ],
  'deep-look-planned': [
    {
      event: at({
        type: 'deep-look-planned',
        repositories: 40,
        known: 0,
        pullRequests: null,
        requests: 80,
        accuracy: 'at-least',
      }),
      line: 'Scan: at least 80 more requests of the 1,000 Bitbucket allows per hour.',
    },
    {
      event: at({
        type: 'deep-look-planned',
        repositories: 40,
        known: 0,
        pullRequests: 90_000,
        requests: 3400,
        accuracy: 'about',
      }),
      line: '90,000 pull requests: about 3,400 more requests, about 3.4 hours at 1,000 per hour.',
    },
    {
      event: at({
        type: 'deep-look-planned',
        repositories: 1,
        known: 0,
        pullRequests: 7,
        requests: 0,
        accuracy: 'exact',
      }),
      line: '7 pull requests: no more requests.',
    },
  ],
  'deep-look-progress': [
    {
      event: at({
        type: 'deep-look-progress',
        looked: 3,
        repositories: 40,
        pullRequests: 1200,
        conversations: null,
      }),
      line: '3 of 40 repositories scanned: 1,200 pull requests',
    },
    {
      event: at({
        type: 'deep-look-progress',
        looked: 3,
        repositories: 40,
        pullRequests: 1,
        conversations: { read: 0, total: 1 },
      }),
      line: '3 of 40 repositories scanned: 1 pull request, 0 of 1 conversations read',
    },
  ],
  'secret-look-planned': [
    {
      event: at({
        type: 'secret-look-planned',
        repositories: 40,
        known: 0,
        requests: 81,
        accuracy: 'at-least',
      }),
      line: 'Names of pipeline variables: at least 81 more requests of the 1,000 Bitbucket allows per hour, and one for each deployment environment.',
    },
    {
      event: at({
        type: 'secret-look-planned',
        repositories: 1000,
        known: 0,
        requests: 2500,
        accuracy: 'exact',
      }),
      line: 'Names of pipeline variables: 2,500 more requests, about 2.5 hours at 1,000 per hour.',
    },
  ],
  'secret-look-progress': [
    {
      event: at({ type: 'secret-look-progress', looked: 3, repositories: 40, names: 1200 }),
      line: '3 of 40 repositories scanned: 1,200 names of variables',
    },
  ],
  'settings-scan-planned': [
    {
      event: at({
        type: 'settings-scan-planned',
        repositories: 1000,
        known: 0,
        requests: 10_003,
        perRepository: 10,
      }),
      line: 'Settings of 1,000 repositories: at least 10,003 more requests (10 for each, 3 shared), about 10.0 hours at 1,000 per hour.',
    },
  ],
  'settings-scan-progress': [
    {
      event: at({ type: 'settings-scan-progress', scanned: 3, repositories: 40 }),
      line: '3 of 40 repositories scanned for settings',
    },
  ],
  'scaffold-planned': [
    {
      event: at({
        type: 'scaffold-planned',
        repositories: 500,
        secrets: 10_000,
        requests: 11_000,
        writes: 10_000,
        isLimited: true,
      }),
      line: '10,000 secrets of 500 repositories: at most 11,000 requests to GitHub, including 10,000 writes, about 2.2 hours at its rate limit.',
    },
    {
      event: at({
        type: 'scaffold-planned',
        repositories: 1,
        secrets: 2,
        requests: 4,
        writes: 2,
        isLimited: true,
      }),
      line: '2 secrets of 1 repository: at most 4 requests to GitHub, including 2 writes.',
    },
  ],
  'scaffold-progress': [
    {
      event: at({ type: 'scaffold-progress', done: 10, total: 500, made: 200, isLook: false }),
      line: '10 of 500 repositories done: 200 secrets created',
    },
    {
      event: at({ type: 'scaffold-progress', done: 10, total: 500, made: 0, isLook: true }),
      line: '10 of 500 repositories done',
    },
  ],
} as const satisfies Readonly<Record<string, readonly LineCase[]>>;
