export { gitHubNaming as targetNaming } from '../hosts/github/naming.ts';
