import { Alert, Text } from '@mantine/core'
import { downloadCsv } from '../kit/save-file.ts'
import { KeepButton, ShownOnceDialog } from '../kit/shown-once-dialog.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { APPROVAL_WORDS } from '../words/approvals.ts'
import { OUTLET_PIN_WORDS as words } from '../words/outlet-pins.ts'
import { type CounterCard, PrintedCards } from './printed-cards.tsx'

export type PinResult = { cards: CounterCard[]; missing: number; failure: string | null; waits: boolean }

const COLUMNS: Column<CounterCard>[] = [
  { title: words.outlet, cell: ({ name, addressLine }) => <TwoLines main={name} below={addressLine} /> },
  { title: words.pin, isNumber: true, cell: ({ pin }) => pin },
]

export function NewPins({
  result: { cards, missing, failure, waits },
  close,
}: {
  result: PinResult
  close: () => void
}) {
  const rows = cards.map(({ name, addressLine, pin }) => [name, addressLine, pin])
  const download = () => downloadCsv('outlet-pins', [['name', 'addressLine', 'pin'], ...rows])
  return (
    <>
      <ShownOnceDialog
        title={words.shownTitle(cards.length)}
        isMany={cards.length > 1}
        close={close}
        actions={(keep) => (
          <>
            <KeepButton label={words.print} act={() => window.print()} keep={keep} />
            <KeepButton label={words.csv} act={download} keep={keep} />
          </>
        )}
      >
        <Text size="sm">{words.shownText(cards.length)}</Text>
        {waits && <Alert color="indigo">{APPROVAL_WORDS.pinsWait}</Alert>}
        {failure !== null && (
          <Alert color="orange" role="alert">
            {words.incomplete(missing)} {failure}
          </Alert>
        )}
        <div className="stat-table">
          <DataTable
            label={words.shownTitle(cards.length)}
            items={cards}
            columns={COLUMNS}
            keyOf={({ name, addressLine }) => name + addressLine}
          />
        </div>
      </ShownOnceDialog>
      <PrintedCards cards={cards} />
    </>
  )
}
