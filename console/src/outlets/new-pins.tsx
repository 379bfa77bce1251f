import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { downloadCsv } from '../charts/csv.ts'
import { TwoLines } from '../kit/two-lines.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { KIT_WORDS } from '../words/kit.ts'
import { OUTLET_PIN_WORDS as words } from '../words/outlet-pins.ts'
import { type CounterCard, PrintedCards } from './printed-cards.tsx'

export type PinResult = { cards: CounterCard[]; missing: number; failure: string | null }

const COLUMNS: Column<CounterCard>[] = [
  { title: words.outlet, cell: ({ name, addressLine }) => <TwoLines main={name} below={addressLine} /> },
  { title: words.pin, isNumber: true, cell: ({ pin }) => pin },
]

/** No later answer contains them, so only the button closes this. */
export function NewPins({
  result: { cards, missing, failure },
  close,
}: {
  result: PinResult
  close: () => void
}) {
  const rows = cards.map(({ name, addressLine, pin }) => [name, addressLine, pin])
  return (
    <>
      <Modal
        opened
        centered
        size="lg"
        onClose={() => {}}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        title={words.shownTitle(cards.length)}
      >
        <Stack gap="md">
          <Text size="sm">{words.shownText(cards.length)}</Text>
          {failure !== null && (
            <Alert color="orange" variant="light" role="alert">
              {words.incomplete(missing)} {failure}
            </Alert>
          )}
          <div className="figures">
            <DataTable
              label={words.shownTitle(cards.length)}
              items={cards}
              columns={COLUMNS}
              keyOf={({ name, addressLine }) => name + addressLine}
            />
          </div>
          <Group justify="space-between" gap="xs">
            <Group gap="xs">
              <Button variant="default" onClick={() => window.print()}>
                {words.print}
              </Button>
              <Button
                variant="default"
                onClick={() => downloadCsv('outlet-pins', [['name', 'addressLine', 'pin'], ...rows])}
              >
                {words.csv}
              </Button>
            </Group>
            <Button onClick={close}>{KIT_WORDS.close}</Button>
          </Group>
        </Stack>
      </Modal>
      <PrintedCards cards={cards} />
    </>
  )
}
