import { Portal } from '@mantine/core'
import { OUTLET_WORDS as words } from '../words/outlets.ts'

export type CounterCard = { name: string; addressLine: string; pin: string }

/** What a printer gets instead of the page: a card for each counter. */
export function PrintedCards({ cards }: { cards: CounterCard[] }) {
  return (
    <Portal className="print-only" reuseTargetNode={false}>
      {cards.map(({ name, addressLine, pin }) => (
        <div key={name + addressLine} className="pin-card" aria-hidden="true">
          <strong>{words.cardTitle}</strong>
          <div>
            <bdi>{name}</bdi>
          </div>
          <div>
            <bdi>{addressLine}</bdi>
          </div>
          <div className="pin">{pin}</div>
          <div>{words.cardText}</div>
        </div>
      ))}
    </Portal>
  )
}
