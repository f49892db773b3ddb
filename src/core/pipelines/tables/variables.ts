import type { PipelineKind } from '../model/pipeline.ts';

const always = {
  BITBUCKET_WORKSPACE: '${{ github.repository_owner }}',
  BITBUCKET_REPO_OWNER: '${{ github.repository_owner }}',
  BITBUCKET_REPO_SLUG: '${{ github.event.repository.name }}',
  BITBUCKET_REPO_FULL_NAME: '${{ github.repository }}',
  BITBUCKET_REPO_UUID: '${{ github.repository_id }}',
  BITBUCKET_REPO_OWNER_UUID: '${{ github.repository_owner_id }}',
  BITBUCKET_REPO_IS_PRIVATE: '${{ github.event.repository.private }}',
  BITBUCKET_GIT_HTTP_ORIGIN: '${{ github.server_url }}/${{ github.repository }}',
  BITBUCKET_GIT_SSH_ORIGIN: 'git@github.com:${{ github.repository }}.git',
  BITBUCKET_BUILD_NUMBER: '${{ github.run_number }}',
  BITBUCKET_PIPELINE_UUID: '${{ github.run_id }}',
  BITBUCKET_STEP_RUN_NUMBER: '${{ github.run_attempt }}',
  BITBUCKET_STEP_TRIGGERER_UUID: '${{ github.actor_id }}',
} as const;

const branch = {
  BITBUCKET_COMMIT: '${{ github.sha }}',
  BITBUCKET_BRANCH: '${{ github.ref_name }}',
} as const;

/** Bitbucket's variables as expressions of GitHub, for each way to start a pipeline. */
export const variablesOf: Readonly<Record<PipelineKind, Readonly<Record<string, string>>>> = {
  default: { ...branch, ...always },
  branch: { ...branch, ...always },
  tag: {
    BITBUCKET_COMMIT: '${{ github.sha }}',
    BITBUCKET_TAG: '${{ github.ref_name }}',
    ...always,
  },
  custom: {
    BITBUCKET_COMMIT: '${{ github.sha }}',
    BITBUCKET_BRANCH: "${{ github.ref_type == 'branch' && github.ref_name || '' }}",
    BITBUCKET_TAG: "${{ github.ref_type == 'tag' && github.ref_name || '' }}",
    ...always,
  },
  'pull-request': {
    BITBUCKET_COMMIT: '${{ github.event.pull_request.head.sha }}',
    BITBUCKET_BRANCH: '${{ github.head_ref }}',
    BITBUCKET_PR_ID: '${{ github.event.pull_request.number }}',
    BITBUCKET_PR_DESTINATION_BRANCH: '${{ github.base_ref }}',
    BITBUCKET_PR_DESTINATION_COMMIT: '${{ github.event.pull_request.base.sha }}',
    ...always,
  },
};

/** Variables that may be empty where Bitbucket leaves them undefined. */
export const maybeEmpty: Readonly<Record<PipelineKind, readonly string[]>> = {
  default: [],
  branch: [],
  tag: [],
  'pull-request': [],
  custom: ['BITBUCKET_BRANCH', 'BITBUCKET_TAG'],
};

/** Bitbucket's variables that steps set where they mean something. */
export const stepVariables: ReadonlySet<string> = new Set([
  'BITBUCKET_CLONE_DIR',
  'BITBUCKET_DEPLOYMENT_ENVIRONMENT',
  'BITBUCKET_EXIT_CODE',
  'BITBUCKET_PARALLEL_STEP',
  'BITBUCKET_PARALLEL_STEP_COUNT',
  'BITBUCKET_PIPELINES_VARIABLES_PATH',
  'BITBUCKET_STEP_OIDC_TOKEN',
  'BITBUCKET_STEP_UUID',
]);

/** Names that a shell, the system or a runner sets: no variable of a repository. */
export const systemVariables: ReadonlySet<string> = new Set([
  ...[
    'BASH',
    'BASHPID',
    'BASH_REMATCH',
    'BASH_SOURCE',
    'BASH_VERSION',
    'CI',
    'COLUMNS',
    'DEBIAN_FRONTEND',
  ],
  ...[
    'EDITOR',
    'EPOCHSECONDS',
    'EUID',
    'FUNCNAME',
    'GID',
    'HOME',
    'HOSTNAME',
    'HOSTTYPE',
    'IFS',
    'LANG',
    'LC_ALL',
  ],
  ...[
    'LINENO',
    'LINES',
    'LOGNAME',
    'MACHTYPE',
    'OLDPWD',
    'OPTARG',
    'OPTIND',
    'OSTYPE',
    'PATH',
    'PIPESTATUS',
  ],
  ...[
    'PPID',
    'PS1',
    'PWD',
    'RANDOM',
    'REPLY',
    'SECONDS',
    'SHELL',
    'SHLVL',
    'TERM',
    'TMPDIR',
    'TZ',
    'UID',
    'USER',
  ],
  ...['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_PATH', 'GITHUB_WORKSPACE'],
]);
