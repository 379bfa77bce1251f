import { type Command, Option } from 'commander'
import { commandAction } from '../command-action.ts'

const DRY_RUN = ['--dry-run', 'report what would happen without changing anything'] as const
const CSV = `
The file is CSV in UTF-8. Its first line names the columns, in any order; empty cells are ignored. The report has
one line per row: added, exists (unchanged) or rejected with the reason. Fix the file and import it again: rows
that exist are skipped.
`

export function defineImports(program: Command): void {
  const merchant = program.command('merchant').description('merchants: list, import')
  defineLists(program, merchant)

  merchant
    .command('import')
    .description('add merchants from a CSV file')
    .argument('<file.csv>', 'the file, or - for stdin')
    .option(...DRY_RUN)
    .addHelpText(
      'after',
      `${CSV}
Columns:  name, slug, category (required), subCategories (names separated by ;) or subCategoryIds,
          logoPath, bannerPath, description, isNew, isActive, timezone
Exists:   a merchant with that slug

Example:
  $ cat merchants.csv
  name,slug,category,subCategories,timezone
  Kopi Corner,kopi-corner,F_AND_B,Coffee;Bakery,Asia/Kuala_Lumpur
  $ counterfoil merchant import merchants.csv --dry-run`,
    )
    .action(commandAction(async () => (await import('./merchants.ts')).importMerchants))

  program
    .command('outlet')
    .description('outlets: import')
    .command('import')
    .description('add outlets from a CSV file')
    .argument('<file.csv>', 'the file, or - for stdin')
    .option(...DRY_RUN)
    .addHelpText(
      'after',
      `${CSV}
Columns:  merchant (its slug), name, addressLine, city, countryCode (required), addressFull, state, postalCode,
          latitude, longitude, timezone, openingHours (as in "Mo-Fr 09:00-18:00; Sa 10:00-14:00; 2026-12-25 closed"),
          redeemBy (PIN, QR or BOTH), isActive, pin (4 digits; format the column as text, so that 0042 stays 0042)
Exists:   an outlet of the merchant with that name

Example:
  $ cat outlets.csv
  merchant,name,addressLine,city,countryCode,latitude,longitude,pin
  kopi-corner,Kopi Corner Suria,"Lot 241, Suria KLCC",Kuala Lumpur,MY,3.1579,101.7116,0042
  $ counterfoil outlet import outlets.csv`,
    )
    .action(commandAction(async () => (await import('./outlets.ts')).importOutlets))

  program
    .command('codes')
    .description('voucher codes: import')
    .command('import')
    .description('add codes to the pool of a voucher, one per line')
    .argument('<voucherId>', 'a voucher whose codeSource is MANUAL: see "counterfoil voucher list"')
    .argument('<file>', 'the file, or - for stdin')
    .option(...DRY_RUN)
    .addOption(
      new Option('--format <format>', 'csv understands quotes and skips a header "code"')
        .choices(['csv', 'text'])
        .default(undefined, 'csv if the name ends in .csv, else text'),
    )
    .addHelpText(
      'after',
      `
Codes that are already in the pool are counted and skipped, so an import is safe to repeat.

Examples:
  $ counterfoil codes import 0199a1b6-52e9-7f38-8c55-e07a3b91d604 codes.txt
  $ generate-codes | counterfoil codes import 0199a1b6-52e9-7f38-8c55-e07a3b91d604 - --dry-run`,
    )
    .action(commandAction(async () => (await import('./codes.ts')).importCodes))
}

function defineLists(program: Command, merchant: Command): void {
  const search = ['--q <text>', 'only records with this text'] as const
  merchant
    .command('list')
    .description('list merchants, newest first')
    .option(...search)
    .addHelpText('after', '\nExample:\n  $ counterfoil merchant list --q kopi')
    .action(commandAction(async () => (await import('./merchants.ts')).listMerchants))

  const voucher = program.command('voucher').description('vouchers: list, schedule')
  voucher
    .command('schedule')
    .description('set when a voucher is published and unpublished; a time that is left out is removed')
    .argument('<voucherId>', 'the voucher: see "counterfoil voucher list"')
    .option('--publish-at <time>', 'when it is published, with an offset, as in 2026-12-01T09:00+08:00')
    .option('--unpublish-at <time>', 'when it is unpublished')
    .addHelpText(
      'after',
      '\nExample:\n  $ counterfoil voucher schedule 0199a1b6-52e9-7f38-8c55-e07a3b91d604 --publish-at 2026-12-01T09:00+08:00',
    )
    .action(commandAction(async () => (await import('./vouchers.ts')).scheduleVoucher))
  voucher
    .command('list')
    .description('list the vouchers of a merchant, newest first')
    .requiredOption('--merchant <id|slug>', 'the merchant')
    .option(...search)
    .addHelpText('after', '\nExample:\n  $ counterfoil voucher list --merchant kopi-corner')
    .action(commandAction(async () => (await import('./vouchers.ts')).listVouchers))
}
