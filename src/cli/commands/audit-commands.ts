import type { Command } from 'commander'
import { commandAction } from '../command-action.ts'
import { cellOption } from './cell-option.ts'

export function defineAudit(program: Command): void {
  program
    .command('verify-audit')
    .description('check the audit log against its chain of hashes; exit code 3 if an entry does not fit')
    .option('--expect <position:hash>', 'a place of the chain that you kept elsewhere')
    .addOption(cellOption('check the audit log of this cell (default: that of home)'))
    .addHelpText(
      'after',
      `
Reads the whole audit log and changes nothing. Safe to run beside a running service. Names the first entry that was
altered, removed or inserted. Keep the newest position and hash outside of this database, and compare them later with
--expect: without it, nobody can see that the newest entries were removed, or that all were chained again.

Examples:
  $ counterfoil verify-audit
  $ counterfoil verify-audit --expect 48213:9c1e…`,
    )
    .action(commandAction(async () => (await import('./verify-audit.ts')).verifyAudit))

  program
    .command('erase-audit')
    .description('erase names and texts from the audit log; who did what and when stays')
    .option('--staff <id>', 'the name of this staff member, and the texts of the entries about them')
    .option('--entry <id>', 'the texts of this entry')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      `
Erases the name of the actor, and the old and new values. Time, action, target and ids stay, and the chain of hashes stays
whole: verify-audit counts the entry as erased. The erasure is recorded in the audit log. This cannot be undone.

Examples:
  $ counterfoil erase-audit --staff 0199a1b6-52e9-7f38-8c55-e07a3b91d604
  $ counterfoil erase-audit --entry 0199a7f9-e4a0-7d17-9e28-b3c60f75a106 --yes`,
    )
    .action(commandAction(async () => (await import('./erase-audit.ts')).eraseAudit))
}
