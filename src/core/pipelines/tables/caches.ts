/** The folders of Bitbucket's predefined caches. The Docker cache has none: nothing keeps layers of the runner's daemon. */
export const predefinedCaches: Readonly<Record<string, string>> = {
  bundler: 'vendor/bundle',
  composer: '~/.composer/cache',
  dotnetcore: '~/.nuget/packages',
  gradle: '~/.gradle/caches',
  ivy2: '~/.ivy2/cache',
  maven: '~/.m2/repository',
  node: 'node_modules',
  pip: '~/.cache/pip',
  sbt: '~/.sbt',
};
