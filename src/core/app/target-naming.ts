export { gitHubNaming as targetNaming } from '../hosts/github/names/naming.ts';
