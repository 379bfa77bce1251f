import { Button } from '@mantine/core'
import { download } from '../kit/download.ts'
import { useAction } from '../kit/use-action.ts'
import { KIT_WORDS as words } from '../words/kit.ts'

/** Saves the CSV at `address`: everything that the filters match, not only this page. */
export function ExportButton({ address }: { address: string }) {
  const save = useAction(() => download(address))
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate(undefined)}>
      {words.export}
    </Button>
  )
}
