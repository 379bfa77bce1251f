import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { HISTORY_WORDS as words } from '../words/history.ts'

const HistoryDrawer = lazy(async () => ({ default: (await import('./record-history.tsx')).HistoryDrawer }))

/** Opens the history of a row in a list. */
export function HistoryButton({ target, name }: { target: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" aria-label={words.of(name)} onClick={() => setOpen(true)}>
        {words.show}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <HistoryDrawer target={target} name={name} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
