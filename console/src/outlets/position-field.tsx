import { Anchor, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { fieldMark } from '../form/save-refused.tsx'
import type { Editor } from '../form/use-editor.ts'
import { OUTLET_WORDS as words } from '../words/outlets.ts'
import type { OutletValues } from './outlet-values.ts'
import { type Position, readPosition, writePosition } from './position.ts'

function positionOf({ latitude, longitude }: OutletValues): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** One field for both coordinates: `lat, lng` or a link of a map. Empty means no position. */
export function PositionField({ editor }: { editor: Editor<OutletValues> }) {
  const position = positionOf(editor.form.values)
  const stored = position ? writePosition(position) : ''
  const [text, setText] = useState(stored)
  const written = useRef(stored)

  // The record may change by other means: a discard, or the choice after a conflict.
  useEffect(() => {
    if (stored === written.current) return
    written.current = stored
    setText(stored)
  }, [stored])

  const isWrong = text.trim() !== '' && position === null
  const read = (next: string) => {
    setText(next)
    const found = readPosition(next)
    written.current = found ? writePosition(found) : ''
    editor.form.setFieldValue('latitude', found?.latitude ?? null)
    editor.form.setFieldValue('longitude', found?.longitude ?? null)
  }
  return (
    <div {...fieldMark('latitude', 'longitude')}>
      <TextInput
        label={words.coordinates}
        description={words.coordinatesHint}
        value={text}
        onChange={(event) => read(event.currentTarget.value)}
        error={
          isWrong ? words.coordinatesWrong : (editor.form.errors.latitude ?? editor.form.errors.longitude)
        }
      />
      {position && <Found position={position} />}
    </div>
  )
}

function Found({ position: { latitude, longitude } }: { position: Position }) {
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {words.coordinatesRead(latitude, longitude)} ·{' '}
      <Anchor href={map} target="_blank" rel="noreferrer" inherit underline="always">
        {words.showOnMap}
      </Anchor>
    </Text>
  )
}
