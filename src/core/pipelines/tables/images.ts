/** Takes the place of Bitbucket's default image, which is too old as well. */
export const usualImage = 'atlassian/default-image:4';

/** Says what scripts meet in it, and how they keep the old tools: the old image starts only outside of a job's container. */
export const defaultImageAdvice =
  'It has Node.js 18 instead of 4 and Python 3 instead of 2. For the old tools, start the script with docker run atlassian/default-image:latest in a step with the service docker.';

/** The version of glibc that the Node.js of GitHub's actions needs is 2.28; these images have an older one. */
const tooOld: readonly RegExp[] = [
  /^atlassian\/default-image(?::(?:latest|[12])(?:[.-].*)?)?$/,
  /^(?:amazonlinux:(?:1|2|201\d)|centos:[5-7]|debian:[6-9]|ubuntu:1[0-8])(?:[.-].*)?$/,
  /[:-](?:wheezy|jessie|stretch|precise|trusty|xenial|bionic|centos[67])\b/,
  /^node:(?:\d|1[0-2])(?:\.\d+)*(?:-slim)?$/,
  /^python:(?:2\.7\.(?:\d|1[0-5])|3\.[0-4](?:\.\d+)?|3\.5\.[0-6]|3\.6\.[0-8]|3\.7\.[0-3])(?:-slim)?$/,
  /^ruby:(?:1|2\.[0-3])(?:\.\d+)*(?:-slim)?$/,
  /^php:(?:5|7\.0)(?:\.\d+)*(?:-(?:cli|fpm|apache|zts))?$/,
  /^(?:amazon|public\.ecr\.aws\/aws-cli)\/aws-cli:2\.(?:\d|1\d|2[0-6])\.\d+$/,
  /^java:(?!.*alpine)/,
  /^maven:3\.[0-5](?:\.\d+)?(?:-jdk-\d)?$/,
  /^microsoft\/dotnet(?!:3|.*(?:alpine|bionic))/,
  /^mcr\.microsoft\.com\/dotnet\/core\/(?:sdk|aspnet|runtime):2(?!.*(?:alpine|focal))/,
  /^golang:1\.(?:\d|1[01])(?:\.\d+)?$/,
];

/** Tells whether GitHub's actions cannot start in an image, as far as its name shows. Pure. */
export function isTooOld(image: string): boolean {
  const name = image.replace(/^(?:docker\.io\/)?(?:library\/)?/, '');
  return tooOld.some((pattern) => pattern.test(name));
}
