import { ActionIcon, CloseButton, Group, Paper, Text, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { Merchant } from '../api/records.ts'
import { FEATURED_WORDS as words } from '../words/featured.ts'

/** Rows are moved by pointer, or by the arrow keys on their handles. Every move is announced. */
export function OrderedMerchants({
  ids,
  merchants,
  change,
}: {
  ids: string[]
  merchants: Map<string, Merchant>
  change?: (ids: string[]) => void
}) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [announcement, announce] = useState('')
  const nameOf = (id: string) => merchants.get(id)?.name ?? '…'
  const move = (id: string, to: number) => {
    if (to < 0 || to >= ids.length) return
    change?.(moveItem(ids, ids.indexOf(id), to))
    announce(words.moved(nameOf(id), to + 1, ids.length))
  }
  const moveByKeys = (event: KeyboardEvent, id: string) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(id, ids.indexOf(id) + step)
  }
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <ol className="ordered" aria-label={words.list}>
        {ids.map((id, place) => (
          <li
            key={id}
            draggable={change !== undefined}
            onDragStart={() => setDragged(id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              event.preventDefault()
              if (dragged !== null && dragged !== id) move(dragged, place)
            }}
          >
            <Row
              merchant={merchants.get(id)}
              place={place + 1}
              count={ids.length}
              isDragged={dragged === id}
              {...(change && {
                moveByKeys: (event: KeyboardEvent) => moveByKeys(event, id),
                remove: () => change(ids.filter((other) => other !== id)),
              })}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

function Row({
  merchant,
  place,
  count,
  isDragged,
  moveByKeys,
  remove,
}: {
  merchant: Merchant | undefined
  place: number
  count: number
  isDragged: boolean
  moveByKeys?: (event: KeyboardEvent) => void
  remove?: () => void
}) {
  const name = merchant?.name ?? '…'
  return (
    <Paper withBorder px="sm" py={6} opacity={isDragged ? 0.5 : 1}>
      <Group gap="sm" wrap="nowrap">
        {moveByKeys && (
          <ActionIcon
            variant="subtle"
            color="gray"
            className="handle"
            aria-label={words.handle(name, place, count)}
            onKeyDown={moveByKeys}
          >
            ⠿
          </ActionIcon>
        )}
        <Text size="sm" c="dimmed" className="number" w={28}>
          {place}
        </Text>
        <Text size="sm" flex={1} className="wrap">
          {name}
          {merchant?.isActive === false && (
            <Text span size="xs" c="dimmed">
              {' '}
              {words.inactive}
            </Text>
          )}
        </Text>
        {remove && <CloseButton aria-label={words.remove(name)} onClick={remove} />}
      </Group>
    </Paper>
  )
}

function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, place) => place !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}
