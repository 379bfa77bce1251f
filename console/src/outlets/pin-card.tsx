import type { getOutlet } from '@counterfoil/contract/admin-outlets.ts'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { Answered } from '../api/call.ts'
import { KIT_WORDS } from '../words/kit.ts'
import { OUTLET_WORDS as words } from '../words/outlets.ts'
import { PrintedCards } from './printed-cards.tsx'

/** The new PIN, this once, and a card to print for the counter. */
export function PinCard({
  outlet,
  pin,
  close,
}: {
  outlet: Pick<Answered<typeof getOutlet>, 'name' | 'addressLine'>
  pin: string
  close: () => void
}) {
  return (
    <>
      <Modal
        opened
        centered
        onClose={close}
        title={words.pinShownTitle(outlet.name)}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': KIT_WORDS.close }}
      >
        <Stack gap="md">
          <Text className="pin" data-testid="pin">
            {pin}
          </Text>
          <Text size="sm">
            {words.pinShownText} {KIT_WORDS.shownOnce}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => window.print()}>
              {words.print}
            </Button>
            <Button onClick={close}>{KIT_WORDS.close}</Button>
          </Group>
        </Stack>
      </Modal>
      <PrintedCards cards={[{ ...outlet, pin }]} />
    </>
  )
}
