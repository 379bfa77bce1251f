import type { Command } from 'commander'
import { commandAction } from '../command-action.ts'

export function defineMaintenance(program: Command): void {
  const maintenance = program
    .command('maintenance')
    .description('refuse requests that write for a while; reads, replays and webhooks continue')

  maintenance
    .command('on')
    .description('turn maintenance on, or change its end and message')
    .option(
      '--until <time|duration>',
      'when it is over: 30m, 2h, 1d, or 2026-12-01T14:30:00Z; by default never',
    )
    .option('--message <text>', 'shown to users, at most 200 characters')
    .addHelpText(
      'after',
      `
Requests that write are answered 503 "maintenance" on all nodes within 2 seconds, also on nodes that start later. Staff can
sign in and read. The service may be running or not.

Examples:
  $ counterfoil maintenance on --until 30m
  $ counterfoil maintenance on --until 2026-12-01T14:30:00+08:00 --message "We are moving to a new data center."`,
    )
    .action(commandAction(async () => (await import('./maintenance.ts')).turnOn))

  maintenance
    .command('off')
    .description('turn maintenance off')
    .addHelpText('after', '\nExample:\n  $ counterfoil maintenance off')
    .action(commandAction(async () => (await import('./maintenance.ts')).turnOff))

  maintenance
    .command('status')
    .description('say whether maintenance is on, since when, until when and by whom')
    .addHelpText('after', '\nExample:\n  $ counterfoil maintenance status')
    .action(commandAction(async () => (await import('./maintenance.ts')).status))
}
