/**
 * The distributor's tool: makes the issuer's keys, issues licenses, and runs the registration service.
 * See docs/licensing.md.
 */
import { runTool } from './license/run-tool.ts';

process.exitCode = await runTool(process.argv.slice(2));
