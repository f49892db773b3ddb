/** Builds, tests in parallel, deploys by hand, and has a custom pipeline with a variable. */
export const webPipelines = `image: node:22

definitions:
  services:
    redis:
      image: redis:7
  caches:
    npm: ~/.npm

pipelines:
  default:
    - parallel:
        - step:
            name: Test
            caches: [npm]
            services: [redis]
            script:
              - npm ci
              - npm test
        - step:
            name: Lint
            caches: [npm]
            script:
              - npm ci
              - npm run lint
  branches:
    main:
      - step:
          name: Build
          caches: [npm]
          script:
            - npm ci
            - npm run build
          artifacts:
            - dist/**
      - step:
          name: Deploy to production
          trigger: manual
          deployment: production
          script:
            - pipe: atlassian/aws-s3-deploy:1.1.0
              variables:
                AWS_DEFAULT_REGION: eu-central-1
                S3_BUCKET: checkout-web
                LOCAL_PATH: dist
  custom:
    smoke-test:
      - variables:
          - name: TARGET
            default: staging
            allowed-values: [staging, production]
      - step:
          name: Smoke test
          script:
            - npx smoke --target $TARGET --commit $BITBUCKET_COMMIT
`;

/** Maven with a database, for every branch and every pull request. */
export const javaPipelines = `image: maven:3-eclipse-temurin-21

definitions:
  services:
    postgres:
      image: postgres:16
      variables:
        POSTGRES_PASSWORD: test

pipelines:
  default:
    - step: &verify
        name: Verify
        caches: [maven]
        services: [postgres]
        script:
          - mvn -B verify
        max-time: 30
  pull-requests:
    '**':
      - step: *verify
  tags:
    'v*':
      - step:
          name: Publish
          size: 2x
          script:
            - mvn -B deploy -Drevision=$BITBUCKET_TAG
`;

/** A pipeline that other repositories import. */
export const sharedPipelines = `export: true
definitions:
  pipelines:
    check-texts:
      - step:
          name: Check texts
          image: node:22
          script:
            - npx cspell README.md
`;

/** One step on a runner of the company's own, and a pipeline of another repository. */
export const mobilePipelines = `definitions:
  imports:
    shared: developer-handbook:main:ci/shared-pipelines.yml
pipelines:
  default:
    - step:
        name: Build for iOS
        runs-on: [self.hosted, macos]
        script:
          - flutter test
          - flutter build ipa
  pull-requests:
    '**':
      import: check-texts@shared
`;
