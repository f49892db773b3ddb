import { repository, type Step, web } from './step.ts';

/** Teams, and who may do what in a repository. */
export const accessSteps: readonly Step[] = [
  {
    route: 'POST /orgs/{org}/teams',
    path: '/orgs/acme/teams',
    body: { name: 'Core', privacy: 'closed', notification_setting: 'notifications_disabled' },
    status: 201,
    keepsId: true,
  },
  {
    route: 'POST /orgs/{org}/teams',
    path: '/orgs/acme/teams',
    body: { name: 'Core Web', parent_team_id: ':id', description: 'From Bitbucket' },
    status: 201,
  },
  {
    route: 'POST /orgs/{org}/teams',
    path: '/orgs/acme/teams',
    body: { name: 'core' },
    status: 422,
  },
  { route: 'GET /orgs/{org}/teams', path: '/orgs/acme/teams?per_page=100', status: 200 },
  { route: 'GET /orgs/{org}/teams/{team_slug}', path: '/orgs/acme/teams/core-web', status: 200 },
  {
    route: 'PATCH /orgs/{org}/teams/{team_slug}',
    path: '/orgs/acme/teams/core-web',
    body: { description: '' },
    status: 200,
  },
  {
    route: 'GET /orgs/{org}/teams/{team_slug}/teams',
    path: '/orgs/acme/teams/core/teams',
    status: 200,
  },
  {
    route: 'PUT /orgs/{org}/teams/{team_slug}/memberships/{username}',
    path: '/orgs/acme/teams/core-web/memberships/jane',
    body: { role: 'maintainer' },
    status: 200,
  },
  {
    route: 'PUT /orgs/{org}/teams/{team_slug}/memberships/{username}',
    path: '/orgs/acme/teams/core-web/memberships/outsider',
    body: { role: 'member' },
    status: 200,
  },
  {
    route: 'GET /orgs/{org}/teams/{team_slug}/memberships/{username}',
    path: '/orgs/acme/teams/core/memberships/jane',
    status: 200,
  },
  {
    route: 'GET /orgs/{org}/teams/{team_slug}/members',
    path: '/orgs/acme/teams/core/members?role=all',
    status: 200,
  },
  { route: 'GET /orgs/{org}/members', path: '/orgs/acme/members?per_page=100', status: 200 },
  {
    route: 'GET /orgs/{org}/memberships/{username}',
    path: '/orgs/acme/memberships/outsider',
    status: 200,
  },
  {
    route: 'GET /orgs/{org}/invitations',
    path: '/orgs/acme/invitations',
    status: 200,
    dotComOnly: true,
  },
  {
    route: 'DELETE /orgs/{org}/teams/{team_slug}/memberships/{username}',
    path: '/orgs/acme/teams/core/memberships/robin-keller',
    status: 204,
  },
  {
    route: 'PUT /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}',
    path: '/orgs/acme/teams/core/repos/acme/web',
    body: { permission: 'push' },
    status: 204,
  },
  {
    route: 'GET /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}',
    path: '/orgs/acme/teams/core-web/repos/acme/web',
    status: 204,
  },
  {
    route: 'GET /orgs/{org}/teams/{team_slug}/repos',
    path: '/orgs/acme/teams/core/repos',
    status: 200,
  },
  { route: `GET ${repository}/teams`, path: `${web}/teams`, status: 200 },
  {
    route: `PUT ${repository}/collaborators/{username}`,
    path: `${web}/collaborators/jane`,
    body: { permission: 'triage' },
    status: 204,
  },
  {
    route: `GET ${repository}/collaborators`,
    path: `${web}/collaborators?affiliation=direct`,
    status: 200,
  },
  {
    route: `GET ${repository}/collaborators/{username}/permission`,
    path: `${web}/collaborators/jane/permission`,
    status: 200,
  },
  { route: `GET ${repository}/invitations`, path: `${web}/invitations`, status: 200 },
];
