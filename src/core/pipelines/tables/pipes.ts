/** A pipe that needs more than its container. */
export interface KnownPipe {
  /** Variables of the repository that it reads without being given them. */
  readonly reads?: readonly string[];
  /** It calls Bitbucket, so it cannot work on GitHub; the sentence says what to use. */
  readonly instead?: string;
  /** Its image, where the name of the pipe does not give it. */
  readonly image?: string;
  /** The command of which it is a wrapper, with the repository's SSH key and known hosts. */
  readonly ssh?: string;
}

const aws: KnownPipe = {
  reads: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_DEFAULT_REGION'],
};
const azure: KnownPipe = {
  reads: ['AZURE_APP_ID', 'AZURE_PASSWORD', 'AZURE_TENANT_ID'],
};
const google: KnownPipe = { reads: ['KEY_FILE', 'PROJECT'] };
const plain: KnownPipe = {};

/** Pipes by name without a version. Those of Atlassian run from images in `bitbucketpipelines/` of the same name. */
export const knownPipes: Readonly<Record<string, KnownPipe>> = {
  'atlassian/aws-cloudformation-deploy': aws,
  'atlassian/aws-cloudfront-invalidate': aws,
  'atlassian/aws-code-deploy': aws,
  'atlassian/aws-ecr-push-image': aws,
  'atlassian/aws-ecs-deploy': aws,
  'atlassian/aws-eks-kubectl-run': aws,
  'atlassian/aws-elasticbeanstalk-deploy': aws,
  'atlassian/aws-lambda-deploy': aws,
  'atlassian/aws-s3-deploy': aws,
  'atlassian/aws-sns-notify': aws,
  'atlassian/azure-acr-push-image': azure,
  'atlassian/azure-aks-deploy': azure,
  'atlassian/azure-cli-run': azure,
  'atlassian/azure-functions-deploy': azure,
  'atlassian/azure-static-web-apps-deploy': azure,
  'atlassian/azure-storage-deploy': azure,
  'atlassian/azure-web-apps-containers-deploy': azure,
  'atlassian/azure-web-apps-deploy': azure,
  'atlassian/bitbucket-build-statistics': {
    instead: 'See workflow usage on GitHub.',
  },
  'atlassian/bitbucket-clear-cache': {
    instead: 'Use gh cache delete.',
  },
  'atlassian/bitbucket-create-pullrequest': {
    instead: 'Use gh pr create.',
  },
  'atlassian/bitbucket-trigger-pipeline': {
    instead: 'Use gh workflow run.',
  },
  'atlassian/bitbucket-upload-file': {
    instead: 'Use gh release upload, or an artifact.',
  },
  'atlassian/checkstyle-report': {
    instead: 'Use an action that turns reports into annotations.',
  },
  'atlassian/default-reviewers': {
    instead: 'Use a CODEOWNERS file.',
  },
  'atlassian/email-notify': plain,
  'atlassian/firebase-deploy': { reads: ['FIREBASE_TOKEN', 'KEY_FILE', 'PROJECT_ID'] },
  'atlassian/ftp-deploy': plain,
  'atlassian/git-secrets-scan': plain,
  'atlassian/google-app-engine-deploy': google,
  'atlassian/google-cloud-functions-deploy': google,
  'atlassian/google-cloud-storage-deploy': google,
  'atlassian/google-gcr-push-image': google,
  'atlassian/google-gke-kubectl-run': google,
  'atlassian/heroku-deploy': { reads: ['HEROKU_API_KEY'] },
  'atlassian/jira-create-issue': plain,
  'atlassian/jira-transition': plain,
  'atlassian/kubectl-run': plain,
  'atlassian/microsoft-teams-notify': plain,
  'atlassian/npm-publish': { reads: ['NPM_TOKEN'] },
  'atlassian/opsgenie-send-alert': plain,
  'atlassian/pagerduty-alert': plain,
  'atlassian/pypi-publish': plain,
  'atlassian/rsync-deploy': { ssh: 'rsync' },
  'atlassian/scp-deploy': { ssh: 'scp' },
  'atlassian/serverless-deploy': aws,
  'atlassian/sftp-deploy': { ssh: 'sftp' },
  'atlassian/slack-notify': plain,
  'atlassian/ssh-run': { ssh: 'ssh' },
  'atlassian/telegram-notify': plain,
  'atlassian/trigger-pipeline': {
    instead: 'Use gh workflow run.',
  },
  'snyk/snyk-scan': { reads: ['SNYK_TOKEN'] },
  'sonarsource/sonarcloud-quality-gate': { reads: ['SONAR_TOKEN'] },
  'sonarsource/sonarcloud-scan': { reads: ['SONAR_TOKEN'] },
  'sonarsource/sonarqube-scan': { reads: ['SONAR_TOKEN'] },
};
