import { Text } from '@mantine/core'
import type { Outlet } from '../api/records.ts'
import { CopyButton } from '../kit/copy-button.tsx'
import { KeepButton, ShownOnceDialog } from '../kit/shown-once-dialog.tsx'
import { APPROVAL_WORDS } from '../words/approvals.ts'
import { KIT_WORDS } from '../words/kit.ts'
import { OUTLET_WORDS as words } from '../words/outlets.ts'
import { PrintedCards } from './printed-cards.tsx'

/** The new PIN, which is shown only once, and a card to print for the counter. */
export function PinCard({
  outlet,
  pin,
  waits,
  close,
}: {
  outlet: Pick<Outlet, 'name' | 'addressLine'>
  pin: string
  /** Whether it needs approval first. */
  waits: boolean
  close: () => void
}) {
  return (
    <>
      <ShownOnceDialog
        title={words.pinShownTitle(outlet.name)}
        close={close}
        actions={(keep) => (
          <>
            <CopyButton value={pin} copied={keep} />
            <KeepButton label={words.print} act={() => window.print()} keep={keep} />
          </>
        )}
      >
        <Text className="pin" data-testid="pin">
          {pin}
        </Text>
        <Text size="sm">
          {waits ? APPROVAL_WORDS.pinWaits : words.pinShownText} {KIT_WORDS.shownOnce}
        </Text>
      </ShownOnceDialog>
      <PrintedCards cards={[{ ...outlet, pin }]} />
    </>
  )
}
