import { Group, SegmentedControl, Text } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { PreviewMessage, PreviewReady } from '../../../webview/src/preview/preview-message.ts'
import { PREVIEW_WORDS as words } from '../words/preview.ts'

export type ShownScreen = PreviewMessage['screen']
/** All that the webview needs to show its screens. */
export type Shown = Omit<PreviewMessage, 'type' | 'screen'>

/** The service serves this page beside the webview. It is built from the webview's sources. */
const PAGE = '/app/_preview/'

/** The webview's own screens, live: each render sends what they should show. `children`: further choices. */
export function Phone({
  shown,
  screens,
  language,
  children,
}: {
  shown: Shown
  screens: { value: ShownScreen; label: string }[]
  /** The language of the webview itself. Null means the reader's. */
  language?: string | null
  children?: ReactNode
}) {
  const [screen, setScreen] = useState(screens[0]?.value ?? 'home')
  const frame = useFilledFrame({ type: 'counterfoil:preview', screen, ...shown })
  const label = useId()
  return (
    <section aria-labelledby={label}>
      <Text id={label} size="sm" fw={600} mb="xs">
        {words.title}
      </Text>
      <Group gap="xs" mb="xs">
        <SegmentedControl
          size="xs"
          aria-label={words.screen}
          data={screens}
          value={screen}
          onChange={(value) => setScreen(value as ShownScreen)}
        />
        {children}
      </Group>
      <iframe
        ref={frame}
        className="phone"
        title={words.frame}
        src={language ? `${PAGE}?lang=${encodeURIComponent(language)}` : PAGE}
      />
    </section>
  )
}

/** Sends the message whenever it changes, and again whenever the page in the frame has loaded. */
function useFilledFrame(message: PreviewMessage) {
  const frame = useRef<HTMLIFrameElement>(null)
  const text = JSON.stringify(message)
  useEffect(() => {
    const send = () => frame.current?.contentWindow?.postMessage(JSON.parse(text), location.origin)
    const onMessage = ({ source, origin, data }: MessageEvent<Partial<PreviewReady> | null>) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return
      if (data?.type === 'counterfoil:preview-ready') send()
    }
    send()
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [text])
  return frame
}
